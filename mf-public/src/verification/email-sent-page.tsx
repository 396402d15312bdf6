import { Navigate, useHost, useLocation } from '@holdall/section'
import { Button, EmptyState, KindTile, Notice } from '@holdall/ui'
import { MailCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { AccountLayout } from '../layout/account-layout.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'
import { useResendVerification } from './use-resend-verification.ts'

/** Shown after sign-up where the address has to be confirmed, and after a link for a new password was requested. */
export function VerificationSentPage() {
  const { config } = useHost()
  const state = useLocation().state as { email?: unknown; reason?: unknown } | null
  const email = typeof state?.email === 'string' ? state.email : null
  if (!config.emailVerification) return <Navigate to="/sign-in" replace />
  if (state?.reason === 'recovery') return <RecoverySent email={email} />
  return <VerificationSent email={email} />
}

function VerificationSent({ email }: { readonly email: string | null }) {
  const resend = useResendVerification()
  const wait = useRetryAfter(resend.error)
  return (
    <AccountLayout>
      <EmptyState
        level="h1"
        art={<KindTile hue="green" icon={MailCheck} size={72} iconSize={32} round />}
        title={<FormattedMessage id="verification.sent_title" />}
        text={
          email ? (
            <FormattedMessage id="verification.sent_text" values={{ email: <bdi>{email}</bdi> }} />
          ) : (
            <FormattedMessage id="verification.sent_text_plain" />
          )
        }
        actions={
          <>
            <PrimaryLink to="/sign-in">
              <FormattedMessage id="sign_up.to_sign_in" />
            </PrimaryLink>
            {email && !resend.isSuccess ? (
              <Button
                busy={resend.isPending}
                onClick={() => {
                  resend.mutate(email)
                }}
              >
                <FormattedMessage id="sign_in.resend" />
              </Button>
            ) : null}
          </>
        }
      >
        {resend.isSuccess ? (
          <Notice tone="ok" role="alert">
            <FormattedMessage id="sign_in.resent" />
          </Notice>
        ) : null}
        {resend.error ? <ErrorNotice error={resend.error} wait={wait} /> : null}
      </EmptyState>
    </AccountLayout>
  )
}

/** Says the same for every address. */
function RecoverySent({ email }: { readonly email: string | null }) {
  return (
    <AccountLayout>
      <EmptyState
        level="h1"
        art={<KindTile hue="green" icon={MailCheck} size={72} iconSize={32} round />}
        title={<FormattedMessage id="verification.sent_title" />}
        text={<FormattedMessage id="password_recovery.sent_text" values={{ email: <bdi>{email}</bdi> }} />}
        actions={
          <PrimaryLink to="/sign-in">
            <FormattedMessage id="sign_up.to_sign_in" />
          </PrimaryLink>
        }
      />
    </AccountLayout>
  )
}
