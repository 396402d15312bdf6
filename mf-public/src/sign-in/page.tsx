import { useHost, useLocation, useNavigate, useSearch, useSession } from '@holdall/section'
import { useEffect, useState } from 'react'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { safeRedirect } from './safe-redirect.ts'

/** E-mail first, then the password; the browser's own Back leads from the second step to the first. */
export function SignInPage() {
  const { navigation } = useHost()
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearch()
  const [email, setEmail] = useState('')
  const atPassword = email !== '' && (location.state as { step?: unknown } | null)?.step === 'password'
  const wanted = search.get('redirect')

  useEffect(() => {
    if (session.state !== 'signed-in') return
    navigation.go(safeRedirect(wanted, window.location.origin) ?? { name: 'Files' }, { replace: true })
  }, [session.state, wanted, navigation])

  return (
    <AuthFrame>
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
    </AuthFrame>
  )
}
