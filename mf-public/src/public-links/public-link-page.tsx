import { Navigate } from '@holdall/section'
import { PublicLinkGuard } from './public-link-guard.tsx'

/** Where every link begins: on to the folder or the file. */
export function ShareEntryPage() {
  return (
    <PublicLinkGuard>
      {({ token, type }) => <Navigate to={`/share/${token}/${type === 'file' ? 'file' : 'files'}`} replace />}
    </PublicLinkGuard>
  )
}
