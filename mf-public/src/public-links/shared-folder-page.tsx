import { Navigate, useLazy } from '@holdall/section'
import { createElement } from 'react'
import { FileBrowserIntl } from './file-browser-intl.tsx'
import { PublicLinkGuard } from './public-link-guard.tsx'
import type { OpenShare } from './public-link-queries.ts'
import { SharedFolder } from './shared-folder.tsx'

const loadEditable = () => import('./editing/editable-shared-folder.tsx').then((m) => m.EditableSharedFolder)

/** Most links are for viewing: what changes a folder is a chunk of its own. */
const LazyEditableFolder = ({ share }: { readonly share: OpenShare }) => createElement(useLazy(loadEditable), { share })

/** A link to a folder, and the folders inside it. */
export function ShareFolderPage() {
  return (
    <PublicLinkGuard>
      {(share) =>
        share.type === 'folder' ? (
          <FileBrowserIntl>
            {share.permission === 'editor' ? <LazyEditableFolder share={share} /> : <SharedFolder share={share} />}
          </FileBrowserIntl>
        ) : (
          <Navigate to={`/share/${share.token}/file`} replace />
        )
      }
    </PublicLinkGuard>
  )
}
