import { Navigate } from '@holdall/section'
import { FileBrowserIntl } from './file-browser-intl.tsx'
import { PublicLinkGuard } from './public-link-guard.tsx'
import { SharedFolder } from './shared-folder.tsx'

/** A link to a folder, and the folders inside it. */
export function ShareFolderPage() {
  return (
    <PublicLinkGuard>
      {(share) =>
        share.type === 'folder' ? (
          <FileBrowserIntl>
            <SharedFolder share={share} />
          </FileBrowserIntl>
        ) : (
          <Navigate to={`/share/${share.token}/file`} replace />
        )
      }
    </PublicLinkGuard>
  )
}
