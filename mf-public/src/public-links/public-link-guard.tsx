import { Navigate, useHost, useLocation, useParams } from '@holdall/section'
import { useDocumentTitle } from '@holdall/ui'
import type { ReactNode } from 'react'
import { PageSpinner } from '../layout/page-spinner.tsx'
import { Centered, VisitorLayout } from '../layout/visitor-layout.tsx'
import { LinkPermission } from './link-permission.ts'
import { type OpenShare, isGone, toOpenShare, useShare } from './public-link-queries.ts'
import { PublicLinkError } from './public-link-error.tsx'

/** Shows its children when the link is open, else the password page or the error of the link. */
export function PublicLinkGuard({ children }: { readonly children: (share: OpenShare) => ReactNode }) {
  const { token = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data, error, refetch } = useShare(token)

  if (error && (!data || isGone(error))) return <PublicLinkError error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <VisitorLayout>
        <Centered>
          <PageSpinner title="share.page_title" label="share.loading" />
        </Centered>
      </VisitorLayout>
    )
  const share = toOpenShare(data)
  if (!share) return <Navigate to={`/share/${token}/authenticate`} replace state={{ from: pathname + search }} />
  return (
    <VisitorLayout>
      <Named name={share.name} />
      <LinkPermission value={share.permission}>{children(share)}</LinkPermission>
    </VisitorLayout>
  )
}

function Named({ name }: { readonly name: string }) {
  const { config } = useHost()
  useDocumentTitle(name, config.name)
  return null
}
