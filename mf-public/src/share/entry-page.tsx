import { Navigate } from '@holdall/section'
import { ShareGate } from './share-gate.tsx'

/** Where every link begins: on to the folder or the file. */
export function ShareEntryPage() {
  return (
    <ShareGate>
      {({ token, type }) => <Navigate to={`/share/${token}/${type === 'file' ? 'file' : 'files'}`} replace />}
    </ShareGate>
  )
}
