import { EmptyState, LockedArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { PrimaryLink } from '../layout/form-elements.tsx'

export function SignUpClosed({ mode }: { readonly mode: 'invitation' | 'closed' }) {
  const isByInvitation = mode === 'invitation'
  return (
    <EmptyState
      level="h1"
      art={<LockedArt />}
      title={<FormattedMessage id={isByInvitation ? 'sign_up.invitation_title' : 'sign_up.closed_title'} />}
      text={<FormattedMessage id={isByInvitation ? 'sign_up.invitation_text' : 'sign_up.closed_text'} />}
      actions={
        <PrimaryLink to="/sign-in">
          <FormattedMessage id="sign_up.to_sign_in" />
        </PrimaryLink>
      }
    />
  )
}
