import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

const PURPOSE = 'team-invitation'

interface Invited {
  readonly id: string
  readonly email: string
}

const signedText = ({ id, email }: Invited) => `${id}.${email}`

/** What the mail of an invitation contains: whoever has it reads the mails of the invited address. */
export const invitationSecret = ({ secret }: Pick<Infrastructure, 'secret'>, invited: Invited): string =>
  secret.sign(PURPOSE, signedText(invited))

export const isInvitationSecret = (
  { secret }: Pick<Infrastructure, 'secret'>,
  invited: Invited,
  offered: string | undefined,
): boolean => offered !== undefined && secret.verify(PURPOSE, signedText(invited), offered)
