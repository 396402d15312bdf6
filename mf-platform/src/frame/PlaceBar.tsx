import { type ReactNode, useEffect } from 'react'
import type { Ancestor } from '@holdall/api'
import { Breadcrumbs, type FolderState, TopBar } from '@holdall/file-browser'
import { Grow, IconButton, useIsPhone, useMediaQuery } from '@holdall/ui'
import { PanelLeft } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { drawer } from './drawer.ts'
import { type Place, places } from './place.ts'
import { openPath } from './tree-state.ts'
import { PlaceSwitch } from './PlaceSwitch.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const NONE: readonly Ancestor[] = []

interface PlaceBarProps {
  readonly place: Place
  readonly status: FolderState
  /** Address of a folder of this place; null is its top. */
  readonly to: (folderId: string | null) => string
  readonly children: ReactNode
}

/** Head of the sheet: where one is, and what can be done here. */
export function PlaceBar({ place, status, to, children }: PlaceBarProps) {
  const intl = useIntl()
  const phone = useIsPhone()
  const narrow = useMediaQuery('(max-width: 1023px)')
  const home = intl.formatMessage({ id: places.find(({ id }) => id === place)?.labelId ?? 'locations.home' })
  const root = status.state === 'ready' ? status.root : null
  const ancestors = status.state === 'ready' ? status.ancestors : NONE
  useEffect(() => {
    if (place === 'files') openPath(ancestors.map(({ id }) => id))
  }, [place, ancestors])
  useDocumentTitle(home, root?.attributes.name ?? null)
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
      {phone && status.state === 'ready' && !root ? (
        <Grow>
          <PlaceSwitch place={place} />
        </Grow>
      ) : (
        <Breadcrumbs home={home} current={root && { name: root.attributes.name }} ancestors={ancestors} to={to} />
      )}
      {children}
    </TopBar>
  )
}
