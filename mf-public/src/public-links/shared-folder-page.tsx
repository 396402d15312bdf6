import { Navigate, useLazy } from '@holdall/section'
import { createElement } from 'react'
import { FileBrowserIntl } from './file-browser-intl.tsx'
import { mayEdit, usePermission } from './link-permission.ts'
import { PublicLinkGuard } from './public-link-guard.tsx'
import type { OpenShare } from './public-link-queries.ts'
import { SharedFolder } from './shared-folder.tsx'

const loadEditable = () => import('./editing/editable-shared-folder.tsx').then((m) => m.EditableSharedFolder)

/** Most links are for viewing: what changes a folder is a chunk of its own. */
const LazyEditableFolder = ({ share }: { readonly share: OpenShare }) => createElement(useLazy(loadEditable), { share })

function FolderOfLink({ share }: { readonly share: OpenShare }) {
  const permission = usePermission()
  return mayEdit(permission) ? <LazyEditableFolder share={share} /> : <SharedFolder share={share} />
}

/** A link to a folder, and the folders inside it. */
export function ShareFolderPage() {
  return (
    <PublicLinkGuard>
      {(share) =>
        share.type === 'folder' ? (
          <FileBrowserIntl>
            <FolderOfLink share={share} />
          </FileBrowserIntl>
        ) : (
          <Navigate to={`/share/${share.token}/file`} replace />
        )
      }
    </PublicLinkGuard>
  )
}
