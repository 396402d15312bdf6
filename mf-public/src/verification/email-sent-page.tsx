import { Navigate, useHost, useLocation } from '@holdall/section'
import { EmptyState, KindTile } from '@holdall/ui'
import { MailCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { AccountLayout } from '../layout/account-layout.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'

/** Shown after sign-up where the address has to be confirmed, and after a link for a new password was requested. */
export function VerificationSentPage() {
  const { config } = useHost()
  const state = useLocation().state as { email?: unknown; reason?: unknown } | null
  const email = typeof state?.email === 'string' ? state.email : null
  if (state?.reason === 'recovery') return <RecoverySent email={email} />
  if (!config.emailVerification) return <Navigate to="/sign-in" replace />
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
          <PrimaryLink to="/sign-in">
            <FormattedMessage id="sign_up.to_sign_in" />
          </PrimaryLink>
        }
      />
    </AccountLayout>
  )
}

/** Says the same for every address. */
function RecoverySent({ email }: { readonly email: string | null }) {
  const { config } = useHost()
  return (
    <AccountLayout>
      <EmptyState
        level="h1"
        art={<KindTile hue="green" icon={MailCheck} size={72} iconSize={32} round />}
        title={
          <FormattedMessage
            id={config.emailVerification ? 'verification.sent_title' : 'password_recovery.requested_title'}
          />
        }
        text={
          <FormattedMessage
            id={config.emailVerification ? 'password_recovery.sent_text' : 'password_recovery.requested_text'}
            values={{ email: <bdi>{email}</bdi> }}
          />
        }
        actions={
          <PrimaryLink to="/sign-in">
            <FormattedMessage id="sign_up.to_sign_in" />
          </PrimaryLink>
        }
      />
    </AccountLayout>
  )
}
