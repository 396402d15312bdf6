import { EmptyState, KindTile } from '@holdall/ui'
import { CircleCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { AccountLayout } from '../layout/account-layout.tsx'
import { PrimaryLink } from '../layout/form-elements.tsx'

/** Shown after the link in the confirmation mail was used. */
export function VerifiedPage() {
  return (
    <AccountLayout>
      <EmptyState
        level="h1"
        art={<KindTile hue="green" icon={CircleCheck} size={72} iconSize={32} round />}
        title={<FormattedMessage id="verification.done_title" />}
        text={<FormattedMessage id="verification.done_text" />}
        actions={
          <PrimaryLink to="/sign-in">
            <FormattedMessage id="sign_up.to_sign_in" />
          </PrimaryLink>
        }
      />
    </AccountLayout>
  )
}
