import { Slot, useLocation, useNavigate } from '@holdall/section'
import { useState } from 'react'
import { AuthLayout } from '../layout/auth-layout.tsx'
import { ProviderSignIn } from '../providers/provider-sign-in.tsx'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'

/**
 * E-mail first, then the password; the browser's own Back leads from the second step to the first. The guard,
 * which has set the `redirect` query, redirects once there is a session.
 */
export function SignInPage() {
  const navigate = useNavigate()
  const location = useLocation()
  const [email, setEmail] = useState('')
  const atPassword = email !== '' && (location.state as { step?: unknown } | null)?.step === 'password'

  return (
    <AuthLayout>
      {atPassword ? (
        <PasswordStep email={email} onChangeEmail={() => void navigate(-1)} />
      ) : (
        <EmailStep
          email={email}
          onDone={(entered) => {
            setEmail(entered)
            void navigate(`${location.pathname}${location.search}`, { state: { step: 'password' } })
          }}
        />
      )}
      {atPassword ? null : <ProviderSignIn />}
      <Slot name="sign-in.foot" props={{}} />
    </AuthLayout>
  )
}
