import { useHost, useLocation, useSession } from '@holdall/section'
import { EmptyState, LockedArt } from '@holdall/ui'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { PrimaryLink } from '../frame/form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  const { config, navigation } = useHost()
  const session = useSession()
  const { search } = useLocation()

  useEffect(() => {
    // From sign-in the guard leads on: to the page that was wanted, else to the files.
    if (session.state === 'signed-in') navigation.go(`/sign-in${search}`, { replace: true })
  }, [session.state, navigation, search])

  return <AuthFrame>{config.allowRegistration ? <SignUpForm /> : <SignUpClosed />}</AuthFrame>
}

export function SignUpClosed() {
  return (
    <EmptyState
      level="h1"
      art={<LockedArt />}
      title={<FormattedMessage id="sign_up.closed_title" />}
      text={<FormattedMessage id="sign_up.closed_text" />}
      actions={
        <PrimaryLink to="/sign-in">
          <FormattedMessage id="sign_up.to_sign_in" />
        </PrimaryLink>
      }
    />
  )
}
