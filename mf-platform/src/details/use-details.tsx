import type { Details } from '@holdall/file-browser'
import { useHost, usePreferences } from '@holdall/section'
import { useIntl } from 'react-intl'
import { EntryDetails } from './entry-details.tsx'

/** The details panel of a page. `homeId` is the message id of the page's name. */
export function useDetails(homeId: string, { isTrash = false } = {}): Details {
  const { preferences } = useHost()
  const { detailsVisible } = usePreferences()
  const home = useIntl().formatMessage({ id: homeId })
  return {
    isVisible: detailsVisible,
    onVisible: (isVisible) => {
      preferences.set('detailsVisible', isVisible)
    },
    render: (subject) => <EntryDetails subject={subject} home={home} isTrash={isTrash} />,
  }
}
