import { type Details, DetailsView } from '@holdall/file-browser'
import { useHost, usePreferences } from '@holdall/section'

/** The details panel of a folder of a link, which `name` is the name of. */
export function useLinkDetails(name: string): Details {
  const { preferences } = useHost()
  const { detailsVisible } = usePreferences()
  return {
    isVisible: detailsVisible,
    onVisible: (isVisible) => {
      preferences.set('detailsVisible', isVisible)
    },
    render: (subject) => <DetailsView subject={subject} home={name} />,
  }
}
