import { Navigate, useHost, useLocation } from '@holdall/section'
import { EmptyState, KindTile } from '@holdall/ui'
import { MailCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { AccountLayout } from '../layout/account-layout.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'

/** Shown after sign-up where the address has to be confirmed. */
export function VerificationSentPage() {
  const { config } = useHost()
  const state = useLocation().state as { email?: unknown } | null
  const email = typeof state?.email === 'string' ? state.email : null
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
