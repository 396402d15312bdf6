import { useHost, useLocation, useSession } from '@holdall/section'
import { useEffect } from 'react'
import { RecaptchaPage } from '../human-check/recaptcha-page.tsx'
import { AccountLayout } from '../layout/account-layout.tsx'
import { ProviderSignIn } from '../providers/provider-sign-in.tsx'
import { SignUpClosed } from './sign-up-closed.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  const { config, navigation } = useHost()
  const session = useSession()
  const { search } = useLocation()

  useEffect(() => {
    // From sign-in the guard redirects to the requested page, else to the files.
    if (session.state === 'signed-in') navigation.go(`/sign-in${search}`, { replace: true })
  }, [session.state, navigation, search])

  const { registration } = config
  return (
    <RecaptchaPage>
      <AccountLayout>
        {registration === 'open' ? <SignUpForm /> : <SignUpClosed mode={registration} />}
        {registration === 'open' ? <ProviderSignIn /> : null}
      </AccountLayout>
    </RecaptchaPage>
  )
}
