import type { TeamInvitation } from '@holdall/api'
import { isolate, useHost, useSession } from '@holdall/section'
import { Button, EmptyState, FolderArt, LockedArt, useDocumentTitle } from '@holdall/ui'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ButtonLink, PrimaryLink } from '../layout/form-elements.tsx'
import { signInTo, useAnotherAccount } from '../another-account/use-another-account.ts'

/** An invitation that was accepted or declined, here or before. */
export function AnsweredInvitation({ invitation }: { readonly invitation: TeamInvitation }) {
  const { name, parent_id: folderId } = invitation.attributes
  const { config } = useHost()
  const intl = useIntl()
  const isAccepted = folderId !== null
  const titleId = isAccepted ? 'invitation.accepted_title' : 'invitation.declined_title'
  useDocumentTitle(intl.formatMessage({ id: titleId }, { folder: isolate(name) }), config.name)
  const root = useRef<HTMLDivElement>(null)
  // The pressed button is gone.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus()
  }, [])
  return (
    <EmptyState
      ref={root}
      tabIndex={-1}
      style={{ outline: 0, overflowWrap: 'anywhere' }}
      level="h1"
      art={isAccepted ? <FolderArt /> : <LockedArt />}
      title={<FormattedMessage id={titleId} values={{ folder: isolate(name) }} />}
      {...(isAccepted ? accepted(invitation, folderId) : declined(invitation, config.name))}
    />
  )
}

const accepted = (invitation: TeamInvitation, folderId: string) => ({
  text: (
    <FormattedMessage
      id="invitation.accepted_text"
      values={{ permission: invitation.attributes.permission, inviter: inviterOf(invitation) }}
    />
  ),
  actions: <OpenFolder email={invitation.attributes.email} folderId={folderId} />,
})

const declined = (invitation: TeamInvitation, host: string) => ({
  text: <FormattedMessage id="invitation.declined_text" values={{ inviter: inviterOf(invitation) }} />,
  actions: (
    <ButtonLink to="/">
      <FormattedMessage id="share.home" values={{ name: host }} />
    </ButtonLink>
  ),
})

const inviterOf = ({ relationships }: TeamInvitation) => (
  <bdi key="inviter">{relationships.inviter.data.attributes.name}</bdi>
)

/** Opens the team folder, for others than its new member after a sign-in. */
function OpenFolder({ email, folderId }: { readonly email: string; readonly folderId: string }) {
  const { navigation } = useHost()
  const session = useSession()
  const another = useAnotherAccount()
  const path = navigation.href('SharedWithMe', { id: folderId })
  if (session.state === 'signed-in' && session.user.attributes.email !== email)
    return (
      <Button variant="primary" busy={another.isPending} onClick={() => another.mutate(path)}>
        <FormattedMessage id="invitation.another_account" />
      </Button>
    )
  return (
    <PrimaryLink to={session.state === 'signed-in' ? path : signInTo(path)}>
      <FormattedMessage id="invitation.open_folder" />
    </PrimaryLink>
  )
}
