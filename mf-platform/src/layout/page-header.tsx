import { type ReactNode, useEffect } from 'react'
import { Breadcrumbs, type FolderState, pathOf, TopBar } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Grow, IconButton, useIsPhone, useDocumentTitle, useMediaQuery } from '@holdall/ui'
import { PanelLeft } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { drawer } from './sidebar-drawer.tsx'
import { type Place, places } from './platform-pages.ts'
import { openPath } from './folder-tree-state.ts'
import { MobilePageMenu } from './mobile-page-menu.tsx'

interface PageHeaderProps {
  readonly place: Place
  readonly status: FolderState
  readonly folderId: string | null
  /** Address of a folder of this place; null is its top. */
  readonly to: (folderId: string | null) => string
  readonly children: ReactNode
}

/** Head of the sheet: the path, and what can be done here. */
export function PageHeader({ place, status, folderId, to, children }: PageHeaderProps) {
  const { config } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const narrow = useMediaQuery('(max-width: 1023px)')
  const home = intl.formatMessage({ id: places.find(({ id }) => id === place)?.labelId ?? 'locations.home' })
  const path = pathOf(status, folderId)
  const above = path?.ancestors
  useEffect(() => {
    if (place === 'files' && above) openPath(above.map(({ id }) => id))
  }, [place, above])
  useDocumentTitle(path && (path.current?.name ?? home), config.name)
  return (
    <TopBar>
      {narrow && !phone ? (
        <IconButton
          icon={PanelLeft}
          flip
          label={intl.formatMessage({ id: 'frame.show_sidebar' })}
          onClick={() => {
            drawer.set(true)
          }}
        />
      ) : null}
      {phone && path && !path.current ? (
        <Grow>
          <MobilePageMenu place={place} />
        </Grow>
      ) : (
        <Breadcrumbs home={home} path={path} to={to} />
      )}
      {children}
    </TopBar>
  )
}
