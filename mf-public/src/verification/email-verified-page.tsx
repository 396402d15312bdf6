import { useSession } from '@holdall/section'
import { EmptyState, KindTile } from '@holdall/ui'
import { CircleCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { AccountLayout } from '../layout/account-layout.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'

/** Shown after the link in the confirmation mail was used. */
export function VerifiedPage() {
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <AccountLayout>
      <EmptyState
        level="h1"
        art={<KindTile hue="green" icon={CircleCheck} size={72} iconSize={32} round />}
        title={<FormattedMessage id="verification.done_title" />}
        text={<FormattedMessage id={isSignedIn ? 'verification.done_signed_in' : 'verification.done_text'} />}
        actions={
          // Sign-in leads those who are signed in to their files.
          <PrimaryLink to="/sign-in">
            <FormattedMessage id={isSignedIn ? 'verification.to_files' : 'sign_up.to_sign_in'} />
          </PrimaryLink>
        }
      />
    </AccountLayout>
  )
}
