import { Navigate, useLocation, useParams } from '@holdall/section'
import { Spinner } from '@holdall/ui'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useTitle } from '../frame/use-title.ts'
import { Middle, VisitorFrame } from '../frame/visitor-frame.tsx'
import { type OpenShare, isGone, opened, useShare } from './share.queries.ts'
import { ShareProblem } from './share-problem.tsx'

/** Shows its children once the link is open; else the password, why not, or the way to try again. */
export function ShareGate({ children }: { readonly children: (share: OpenShare) => ReactNode }) {
  const { token = '' } = useParams()
  const { pathname } = useLocation()
  const intl = useIntl()
  const { data, error, refetch } = useShare(token)

  if (error && (!data || isGone(error))) return <ShareProblem error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <VisitorFrame>
        <Middle>
          <Spinner size={28} label={intl.formatMessage({ id: 'share.loading' })} />
        </Middle>
      </VisitorFrame>
    )
  const share = opened(data)
  if (!share) return <Navigate to={`/share/${token}/authenticate`} replace state={{ from: pathname }} />
  return (
    <VisitorFrame>
      <Named name={share.name} />
      {children(share)}
    </VisitorFrame>
  )
}

function Named({ name }: { readonly name: string }) {
  useTitle(name)
  return null
}
