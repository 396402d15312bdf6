import { isApiError } from '@holdall/api-client'
import { Navigate, useLocation, useParams } from '@holdall/section'
import { KindTile } from '@holdall/ui'
import { LockKeyhole } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { PasswordForm } from '../layout/password-form.tsx'
import { Centered, SoloCard, VisitorLayout } from '../layout/visitor-layout.tsx'
import { type ShareState, isGone, toOpenShare, useShare, useUnlock } from './public-link-queries.ts'
import { PublicLinkError } from './public-link-error.tsx'

/** Form for the password of a link; leads to the requested page afterwards. */
export function SharePasswordPage() {
  const { token = '' } = useParams()
  const from = useFrom(token)
  const { data, error, refetch } = useShare(token)

  if (error && (!data || isGone(error))) return <PublicLinkError error={error} retry={() => void refetch()} />
  if (data && toOpenShare(data)) return <Navigate to={from} replace />
  return (
    <VisitorLayout>
      <Centered>{data ? <PasswordCard token={token} share={data} /> : null}</Centered>
    </VisitorLayout>
  )
}

/** The page of this link that redirected here. */
function useFrom(token: string): string {
  const start = `/share/${token}`
  const state = useLocation().state as { from?: unknown } | null
  return typeof state?.from === 'string' && state.from.startsWith(`${start}/`) ? state.from : start
}

function PasswordCard({ token, share }: { readonly token: string; readonly share: ShareState }) {
  const intl = useIntl()
  const { mutate, isPending, error } = useUnlock(token)
  const wait = useRetryAfter(error)
  return (
    <SoloCard style={{ ['--h' as string]: '44px' }}>
      <KindTile hue="green" icon={LockKeyhole} size={52} iconSize={24} />
      <div>
        <h1 style={{ marginBlockEnd: 6 }}>
          <FormattedMessage id="share_password.title" />
        </h1>
        <p>
          {share.owner ? (
            <FormattedMessage
              id="share_password.text_owner"
              values={{ owner: <bdi key="owner">{share.owner.name}</bdi> }}
            />
          ) : (
            <FormattedMessage id="share_password.text" />
          )}
        </p>
      </div>
      {error && !isApiError(error, 'bad-credentials') && !isGone(error) ? (
        <ErrorNotice error={error} wait={wait} />
      ) : null}
      <PasswordForm
        error={error}
        wrong={intl.formatMessage({ id: 'share_password.wrong' })}
        wait={wait}
        isPending={isPending}
        autoComplete="off"
        onSubmit={mutate}
        submit={<FormattedMessage id="share_password.submit" />}
      />
    </SoloCard>
  )
}
