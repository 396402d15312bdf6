import { isApiError } from '@holdall/api-client'
import { useHost, useSession } from '@holdall/section'
import { Button, EmptyState, ExpiredArt, LockedArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { LoadFailed } from '../error-messages/load-failed.tsx'
import { ButtonLink, PrimaryLink } from '../layout/form-elements.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { signInTo, useAnotherAccount } from '../another-account/use-another-account.ts'
import { invitationPath } from './invitation-queries.ts'

interface InvitationErrorProps {
  readonly id: string
  readonly error: unknown
  readonly retry: () => void
}

/** Why an invitation is not shown. Whether there is one is not said to those who have no proof that it is theirs. */
export function InvitationError({ id, error, retry }: InvitationErrorProps) {
  const { config } = useHost()
  if (isApiError(error, 'invitation-ended'))
    return (
      <EmptyState
        level="h1"
        art={<ExpiredArt />}
        title={<FormattedMessage id="invitation.ended_title" />}
        text={<FormattedMessage id="invitation.ended_text" />}
        actions={
          <ButtonLink to="/">
            <FormattedMessage id="share.home" values={{ name: config.name }} />
          </ButtonLink>
        }
      />
    )
  if (isApiError(error, 'address-unconfirmed'))
    return (
      <EmptyState
        level="h1"
        art={<LockedArt />}
        title={<FormattedMessage id="invitation.unconfirmed_title" />}
        actions={<ConfirmAddress />}
      />
    )
  if (isApiError(error, 'not-found') || isApiError(error, 'validation')) return <NotFound id={id} />
  return <LoadFailed title={<FormattedMessage id="invitation.failed_title" />} error={error} retry={retry} />
}

function NotFound({ id }: Pick<InvitationErrorProps, 'id'>) {
  const session = useSession()
  const another = useAnotherAccount()
  const path = invitationPath(id)
  const own = session.state === 'signed-in' ? session.user.attributes.email : null
  return (
    <EmptyState
      level="h1"
      art={<LockedArt />}
      title={<FormattedMessage id="invitation.not_found_title" />}
      text={
        own === null ? (
          <FormattedMessage id="invitation.not_found_text" />
        ) : (
          <FormattedMessage
            id="invitation.not_found_signed_in"
            values={{
              email: (
                <bdi key="email" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
                  {own}
                </bdi>
              ),
            }}
          />
        )
      }
      actions={
        own === null ? (
          <PrimaryLink to={signInTo(path)}>
            <FormattedMessage id="share.sign_in" />
          </PrimaryLink>
        ) : (
          <Button busy={another.isPending} onClick={() => another.mutate(path)}>
            <FormattedMessage id="invitation.another_account" />
          </Button>
        )
      }
    />
  )
}
