import type { ReactNode } from 'react'
import { Sheet, useMediaQuery } from '@holdall/ui'
import styled from 'styled-components'
import { useEntryDrop } from '../files/use-entry-drop.ts'
import { useFreshFiles } from '../files/use-fresh-files.ts'
import { Drawer } from './Drawer.tsx'
import type { Place } from './place.ts'
import { Sidebar } from './Sidebar.tsx'

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

export interface PlaceProps {
  readonly place: Place
  readonly folderId: string | null
}

/** Sidebar and sheet of every page of the platform. */
export function PlatformFrame({ place, folderId, children }: PlaceProps & { readonly children: ReactNode }) {
  useFreshFiles()
  const narrow = useMediaQuery('(max-width: 1023px)')
  const phone = useMediaQuery('(max-width: 640px)')
  const sidebar = <Sidebar place={place} folderId={folderId} />
  return (
    <Grid {...useEntryDrop()}>
      {narrow ? null : sidebar}
      <Sheet>{children}</Sheet>
      {narrow && !phone ? <Drawer>{sidebar}</Drawer> : null}
    </Grid>
  )
}
