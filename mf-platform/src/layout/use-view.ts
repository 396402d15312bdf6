import type { FileBrowserProps } from '@holdall/file-browser'
import { useHost, usePreferences } from '@holdall/section'

/** List or grid, as chosen in this browser, for the file browser of a page. */
export function useView(): Pick<FileBrowserProps, 'view' | 'onView'> {
  const { preferences } = useHost()
  const { view } = usePreferences()
  return {
    view,
    onView: (next) => {
      preferences.set('view', next)
    },
  }
}
