import type { FileBrowserProps, Sort } from '@holdall/file-browser'
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

/** The same, and the order of folders. */
export function useFolderView(): Pick<FileBrowserProps, 'view' | 'onView' | 'sort' | 'onSort'> {
  const { preferences } = useHost()
  const { sort } = usePreferences()
  return {
    ...useView(),
    sort,
    onSort: (next: Sort) => {
      preferences.set('sort', next)
    },
  }
}
