import { type ReactNode, useEffect } from 'react'
import { Breadcrumbs, type FolderState, pathOf, TopBar } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Grow, useIsPhone, useDocumentTitle } from '@holdall/ui'
import { useIntl } from 'react-intl'
import { DrawerButton } from './page-frame.tsx'
import { labelOf, type PageId, showsFolders } from './platform-pages.ts'
import { openPath } from './folder-tree-state.ts'
import { MobilePageMenu } from './mobile-page-menu.tsx'
import { SearchButton } from './search-button.tsx'

interface PageHeaderProps {
  readonly page: PageId
  /** Absent: the page has no folders. */
  readonly status?: FolderState
  readonly folderId: string | null
  /** Address of a folder on this page; null is its top. */
  readonly to: (folderId: string | null) => string
  /** In place of the name of the page. */
  readonly title?: string
  /** Content beside the path. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

const noFolder: FolderState = {
  state: 'ready',
  total: 0,
  totals: { folders: 0, files: 0, filesize: 0 },
  root: null,
  ancestors: [],
}

/** Header of the sheet: the path and the actions of the page. */
export function PageHeader({ page, status = noFolder, folderId, to, title, beside, children }: PageHeaderProps) {
  const { config } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const home = title ?? intl.formatMessage({ id: labelOf(page) })
  const path = pathOf(status, folderId)
  const above = path?.ancestors
  useEffect(() => {
    if (showsFolders(page) && above) openPath(above.map(({ id }) => id))
  }, [page, above])
  useDocumentTitle(path && (path.current?.name ?? home), config.name)
  return (
    <TopBar>
      <DrawerButton />
      {phone && path && !path.current ? (
        <Grow>
          <MobilePageMenu page={page} />
        </Grow>
      ) : (
        <Breadcrumbs home={home} path={path} to={to} isTopDropTarget={page === 'files'} />
      )}
      {beside}
      <SearchButton />
      {children}
    </TopBar>
  )
}
