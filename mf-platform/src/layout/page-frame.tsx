import type { ComponentProps, ReactNode } from 'react'
import { usePreferences } from '@holdall/section'
import { IconButton, Sheet, useIsPhone } from '@holdall/ui'
import { PanelLeft } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { Drawer, isDrawerOpen } from './sidebar-drawer.tsx'
import { useIsNarrow } from './use-is-narrow.ts'

const Grid = styled.div`
  display: grid;
  grid-template-columns: var(--sidebar) minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  block-size: 100%;
  min-block-size: 0;
  &[data-wide] {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }
`

/** Sidebar and sheet of a page. Below 1024 px the sidebar is a drawer, and on a phone there is none. */
export function PageFrame({ sidebar, children, ...rest }: ComponentProps<'div'> & { readonly sidebar: ReactNode }) {
  const { navigationVisible } = usePreferences()
  const narrow = useIsNarrow()
  const phone = useIsPhone()
  return (
    <Grid {...rest} data-wide={navigationVisible ? undefined : ''}>
      {narrow || !navigationVisible ? null : sidebar}
      <Sheet>{children}</Sheet>
      {narrow && !phone ? <Drawer>{sidebar}</Drawer> : null}
    </Grid>
  )
}

/** Opens the drawer, where there is one. */
export function DrawerButton() {
  const intl = useIntl()
  const narrow = useIsNarrow()
  const phone = useIsPhone()
  if (!narrow || phone) return null
  return (
    <IconButton
      icon={PanelLeft}
      flip
      label={intl.formatMessage({ id: 'frame.show_sidebar' })}
      onClick={() => {
        isDrawerOpen.set(true)
      }}
    />
  )
}
