import { useSession } from '@holdall/section'
import { Button, EmptyState, KindTile } from '@holdall/ui'
import { MailCheck } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { PrimaryLink } from '../layout/form-elements.tsx'
import { signInTo, useAnotherAccount } from '../another-account/use-another-account.ts'

/** The link is of an account that is used already: the reader of the mail may be another person than its user. */
export function SignInToConfirm({ path }: { readonly path: string }) {
  const session = useSession()
  const another = useAnotherAccount()
  const isAnonymous = session.state === 'anonymous'
  return (
    <EmptyState
      level="h1"
      art={<KindTile hue="green" icon={MailCheck} size={72} iconSize={32} round />}
      title={<FormattedMessage id="verification.sign_in_title" />}
      text={<FormattedMessage id={isAnonymous ? 'verification.sign_in_text' : 'verification.another_text'} />}
      actions={
        isAnonymous ? (
          <PrimaryLink to={signInTo(path)}>
            <FormattedMessage id="verification.sign_in" />
          </PrimaryLink>
        ) : (
          <Button variant="primary" busy={another.isPending} onClick={() => another.mutate(path)}>
            <FormattedMessage id="verification.another_account" />
          </Button>
        )
      }
    />
  )
}
