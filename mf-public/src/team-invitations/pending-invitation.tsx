import type { TeamInvitation } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { FurtherIntl, isolate, type Session, useHost, useSession } from '@holdall/section'
import { Avatar, Button, Icon, Notice, useDocumentTitle } from '@holdall/ui'
import { CalendarClock, Mail } from '@holdall/ui/icons'
import { useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { PrimaryLink } from '../layout/form-elements.tsx'
import { SoloCard } from '../layout/visitor-layout.tsx'
import { accountMessages } from '../account-messages/account-messages.ts'
import { SignUpForm } from '../sign-up/sign-up-form.tsx'
import { SIGN_UP_KEY } from '../sign-up/sign-up-queries.ts'
import { invitationPath, isOutdated, useAnswerInvitation } from './invitation-queries.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { signInTo, useAnotherAccount } from '../another-account/use-another-account.ts'

const Card = styled(SoloCard)`
  inline-size: min(100%, 480px);
  --h: 44px;
`
const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  p {
    margin-block-start: 6px;
  }
`
const Facts = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 12px 16px;
  border-radius: 12px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  color: var(--text-2);
  font-size: var(--t-13);
  line-height: 20px;
  li {
    display: flex;
    align-items: center;
    gap: 10px;
  }
  svg {
    flex: none;
    color: var(--icon);
  }
`
/** A long address ends in an ellipsis; its title has all of it. */
const Address = styled.bdi`
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`
const Buttons = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
`

interface PendingInvitationProps {
  readonly invitation: TeamInvitation
  readonly secret: string | undefined
}

/** An invitation that can be answered, with what its reader has to do for it. */
export function PendingInvitation({ invitation, secret }: PendingInvitationProps) {
  const { id, attributes, relationships } = invitation
  const { name, email, permission, expires_at: expiresAt } = attributes
  const inviter = relationships.inviter.data.attributes
  const { config, navigation } = useHost()
  const intl = useIntl()
  const reader = useReader(invitation)
  const { mutate, mutateAsync, isPending, variables, error } = useAnswerInvitation(id, secret)
  useDocumentTitle(intl.formatMessage({ id: 'invitation.title' }, names(inviter.name, name)), config.name)

  const decline = (
    <Button
      variant="quiet"
      block
      busy={isPending && variables === 'decline'}
      disabled={isPending && variables === 'accept'}
      onClick={() => mutate('decline')}
    >
      <FormattedMessage id="invitation.decline" />
    </Button>
  )
  return (
    <Card>
      <Head>
        <Avatar name={inviter.name} avatar={inviter.avatar} color={inviter.color} size={52} decorative />
        <div>
          <h1>
            <FormattedMessage id="invitation.title" values={names(inviter.name, name)} />
          </h1>
          <p>
            <FormattedMessage id="invitation.permission" values={{ permission }} />
          </p>
        </div>
      </Head>
      <Facts>
        {/* The form of a new account has it. */}
        {reader === 'new' ? null : (
          <li>
            <Icon as={Mail} size={16} />
            <Address dir="ltr" title={email}>
              {email}
            </Address>
          </li>
        )}
        <li>
          <Icon as={CalendarClock} size={16} />
          <FormattedMessage
            id="invitation.until"
            values={{ date: <FormattedDate key="date" value={expiresAt} dateStyle="long" /> }}
          />
        </li>
      </Facts>
      <AnswerError error={error} />
      {reader === 'invited' ? (
        <Buttons>
          <Button
            variant="primary"
            block
            busy={isPending && variables === 'accept'}
            disabled={isPending && variables === 'decline'}
            onClick={() => mutate('accept')}
          >
            <FormattedMessage id="invitation.accept" />
          </Button>
          {decline}
        </Buttons>
      ) : reader === 'other' ? (
        <OtherAccount id={id}>{decline}</OtherAccount>
      ) : reader === 'known' ? (
        <Buttons>
          <p>
            <FormattedMessage id="invitation.sign_in_text" />
          </p>
          <PrimaryLink to={signInTo(invitationPath(id))}>
            <FormattedMessage id="invitation.sign_in" />
          </PrimaryLink>
          {decline}
        </Buttons>
      ) : reader === 'new' && secret !== undefined ? (
        <FurtherIntl further={accountMessages}>
          <SignUpForm
            invited={{
              id,
              secret,
              email,
              async onSignedUp() {
                const accepted = await mutateAsync('accept')
                const folderId = accepted.attributes.parent_id
                if (folderId !== null)
                  navigation.go({ name: 'SharedWithMe', params: { id: folderId } }, { replace: true })
              },
            }}
          >
            {decline}
          </SignUpForm>
        </FurtherIntl>
      ) : (
        <Buttons>
          <Notice tone="warn">
            <FormattedMessage id="invitation.sign_up_closed" />
          </Notice>
          {decline}
        </Buttons>
      )}
    </Card>
  )
}

const names = (inviter: string, folder: string) => ({ inviter: isolate(inviter), folder: isolate(folder) })

/** `known`: without a session, but with an account; `closed`: without one, where nobody can sign up. */
type Reader = 'invited' | 'other' | 'known' | 'new' | 'closed'

function useReader({ attributes: { email, isExistedUser } }: TeamInvitation): Reader {
  const { config } = useHost()
  const session: Session = useSession()
  // The session begins before the membership does.
  const isSigningUp = useIsMutating({ mutationKey: SIGN_UP_KEY }) > 0
  if (isSigningUp) return 'new'
  if (session.state === 'signed-in') return session.user.attributes.email === email ? 'invited' : 'other'
  if (isExistedUser) return 'known'
  return config.registration === 'closed' ? 'closed' : 'new'
}

function OtherAccount({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const session = useSession()
  const another = useAnotherAccount()
  if (session.state === 'anonymous') return null
  return (
    <Buttons>
      <Notice tone="warn" style={{ marginBlockEnd: 8, overflowWrap: 'anywhere' }}>
        <FormattedMessage
          id="invitation.other_account"
          values={{
            email: (
              <bdi key="email" dir="ltr">
                {session.user.attributes.email}
              </bdi>
            ),
          }}
        />
      </Notice>
      <Button variant="primary" block busy={another.isPending} onClick={() => another.mutate(invitationPath(id))}>
        <FormattedMessage id="invitation.another_account" />
      </Button>
      {children}
    </Buttons>
  )
}

/** Why the last answer failed. What the page shows by itself is not told twice. */
function AnswerError({ error }: { readonly error: unknown }) {
  const wait = useRetryAfter(error)
  if (!error || isOutdated(error) || isApiError(error, 'unauthenticated')) return null
  if (isApiError(error, 'too-many-team-folders'))
    return (
      <Notice tone="warn" role="alert">
        {error.message}
      </Notice>
    )
  if (isApiError(error, 'address-unconfirmed')) return <ConfirmAddress />
  return <ErrorNotice error={error} wait={wait} />
}
