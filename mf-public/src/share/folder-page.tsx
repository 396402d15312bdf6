import { Navigate } from '@holdall/section'
import { BrowserWords } from './browser-words.tsx'
import { ShareGate } from './share-gate.tsx'
import { SharedFolder } from './shared-folder.tsx'

/** A link to a folder, and the folders inside it. */
export function ShareFolderPage() {
  return (
    <ShareGate>
      {(share) =>
        share.type === 'folder' ? (
          <BrowserWords>
            <SharedFolder share={share} />
          </BrowserWords>
        ) : (
          <Navigate to={`/share/${share.token}/file`} replace />
        )
      }
    </ShareGate>
  )
}
