import { Navigate } from '@holdall/section'
import { PublicLinkGuard } from './public-link-guard.tsx'

/** The entry page of every link: redirects to the page of the folder or file. */
export function ShareEntryPage() {
  return (
    <PublicLinkGuard>
      {({ token, type }) => <Navigate to={`/share/${token}/${type === 'file' ? 'file' : 'files'}`} replace />}
    </PublicLinkGuard>
  )
}
