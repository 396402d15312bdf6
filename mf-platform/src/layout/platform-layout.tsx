import type { ReactNode } from 'react'
import { useEntryDrop } from '../entries/use-entry-drop.ts'
import { useLiveFileUpdates } from '../entries/use-live-file-updates.ts'
import { PageFrame } from './page-frame.tsx'
import type { PageProps } from './platform-pages.ts'
import { Sidebar } from './sidebar.tsx'

/** Sidebar and sheet of every page of the platform. */
export function PlatformLayout({ page, folderId, children }: PageProps & { readonly children: ReactNode }) {
  useLiveFileUpdates()
  return (
    <PageFrame sidebar={<Sidebar page={page} folderId={folderId} />} {...useEntryDrop()}>
      {children}
    </PageFrame>
  )
}
