import type { TeamPermission } from '@holdall/api'
import type { Client } from './client.ts'
import type { SignedIn, TestApp } from './test-app.ts'

/** Requests for tests of team folders. */

export async function teamFolder(
  owner: SignedIn,
  name = 'Team',
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { status, body } = await owner.post('/api/teams/folders', { name, invitations: [], ...fields })
  if (status !== 201) throw new Error(`making the team folder ${name} answered ${status} ${body.code}`)
  return body.data.id
}

/** Adds invitations to those that are pending. */
export async function invite(
  owner: SignedIn,
  folderId: string,
  email: string,
  permission: TeamPermission = 'can_edit',
): Promise<string> {
  const before = (await owner.get(`/api/teams/folders/${folderId}`)).body.meta.teamFolder.data.relationships.invitations
    .data as { attributes: { email: string; permission: string } }[]
  const invitations = before.map(({ attributes: { email: address, permission: given } }) => ({
    email: address,
    permission: given,
  }))
  const { status, body } = await owner.patch(`/api/teams/folders/${folderId}`, {
    invitations: [...invitations, { email, permission }],
  })
  if (status !== 200) throw new Error(`inviting ${email} answered ${status} ${body.code}`)
  const pending = body.data.relationships.invitations.data as { id: string; attributes: { email: string } }[]
  return pending.find((one) => one.attributes.email === email)!.id
}

export const accept = (client: Client, invitationId: string, secret?: string) =>
  client.request({
    method: 'PUT',
    url: `/api/teams/invitations/${invitationId}`,
    payload: { ...(secret && { secret }) },
  })

/** Invites a user, who accepts. */
export async function join(
  owner: SignedIn,
  folderId: string,
  member: SignedIn,
  permission: TeamPermission = 'can_edit',
): Promise<void> {
  const id = await invite(owner, folderId, member.email, permission)
  const { status, body } = await accept(member, id)
  if (status !== 200) throw new Error(`accepting answered ${status} ${body.code}`)
}

/** Sets who is a member; those who are left out are removed. */
export const setMembers = (
  owner: SignedIn,
  folderId: string,
  members: readonly { readonly id: string; readonly permission: TeamPermission }[],
) => owner.patch(`/api/teams/folders/${folderId}`, { members })

/** A team folder with an owner, and members with each permission. */
export async function teamScene(holdall: TestApp, fields: Readonly<Record<string, unknown>> = {}) {
  const [owner, editor, viewer] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
  const id = await teamFolder(owner, 'Team', fields)
  await join(owner, id, editor, 'can_edit')
  await join(owner, id, viewer, 'can_view')
  return { owner, editor, viewer, id }
}
