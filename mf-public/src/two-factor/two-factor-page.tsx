import { Navigate, useLocation, useSession } from '@holdall/section'
import { FormattedMessage } from 'react-intl'
import { LoadFailed } from '../error-messages/load-failed.tsx'
import { AccountLayout } from '../layout/account-layout.tsx'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'
import { PageSpinner } from '../layout/page-spinner.tsx'
import { ChallengeForm } from './challenge-form.tsx'
import { useSecondFactorPending } from './two-factor-queries.ts'

/** The step after the password, or after another way to sign in, for accounts with a second factor. */
export function TwoFactorPage() {
  const { state } = useSession()
  const { search } = useLocation()
  // The guard of sign-in leads to the page that was requested.
  if (state === 'signed-in') return <Navigate to={`/sign-in${search}`} replace />
  return (
    <AccountLayout>
      <Challenge />
    </AccountLayout>
  )
}

function Challenge() {
  const { data: isPending, error, refetch } = useSecondFactorPending()
  if (isPending) return <ChallengeForm ended={<Ended />} />
  if (isPending === false) return <Ended />
  if (error) {
    const title = <FormattedMessage id="two_factor.failed_title" />
    return <LoadFailed title={title} error={error} retry={() => void refetch()} />
  }
  return <PageSpinner title="two_factor.title" label="two_factor.loading" />
}

/** The password was given too long ago, or the sign-in was completed or canceled elsewhere. */
function Ended() {
  const { search } = useLocation()
  return (
    <>
      <AuthHeading
        title={<FormattedMessage id="two_factor.ended_title" />}
        lead={<FormattedMessage id="two_factor.ended_text" />}
      />
      <PrimaryLink to={`/sign-in${search}`}>
        <FormattedMessage id="two_factor.sign_in_again" />
      </PrimaryLink>
    </>
  )
}
