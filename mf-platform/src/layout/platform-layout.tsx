import type { ReactNode } from 'react'
import { Sheet, useMediaQuery } from '@holdall/ui'
import styled from 'styled-components'
import { useEntryDrop } from '../entries/use-entry-drop.ts'
import { useLiveFileUpdates } from '../entries/use-live-file-updates.ts'
import { Drawer } from './sidebar-drawer.tsx'
import type { PageProps } from './platform-pages.ts'
import { Sidebar } from './sidebar.tsx'

const Grid = styled.div`
  display: grid;
  grid-template-columns: var(--sidebar) minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  block-size: 100%;
  min-block-size: 0;
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }
`

/** Sidebar and sheet of every page of the platform. */
export function PlatformLayout({ page, folderId, children }: PageProps & { readonly children: ReactNode }) {
  useLiveFileUpdates()
  const narrow = useMediaQuery('(max-width: 1023px)')
  const phone = useMediaQuery('(max-width: 640px)')
  const sidebar = <Sidebar page={page} folderId={folderId} />
  return (
    <Grid {...useEntryDrop()}>
      {narrow ? null : sidebar}
      <Sheet>{children}</Sheet>
      {narrow && !phone ? <Drawer>{sidebar}</Drawer> : null}
    </Grid>
  )
}
