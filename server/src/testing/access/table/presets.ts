import { setupKeyHeader } from '@holdall/api'
import type { AccessEntry, Given } from '../entry.ts'
import { anyone, adminsOnly, notFound, signedIn } from './rows-of-users.ts'

// What several entries have in common, written by hand like the entries.

/** No row has this id, and no row this secret. */
export const someId = '01890000-0000-7000-8000-000000000000'
export const someSecret = 'x'.repeat(22)
export const person = { name: 'N', email: 'n@example.com', password: '12345678', password_confirmation: '12345678' }

// Calls.
export const plain = () => ({})
export const byId = ({ targets }: Given) => ({ params: { id: targets[0] || someId } })
export const byToken = ({ targets }: Given) => ({ params: { token: targets[0]! } })
export const byLinkToken = ({ token }: Given) => ({ params: { token } })

// Answers to the actors, in the order of `actorColumns`: owner, stranger | in a team folder viewer, editor, former |
// link unlocked, editor, locked, expired, revoked | upload request filling, filled | anonymous, admin.
const everyone = '      ok   ok   | ok   ok   ok   | ok   ok   ok   ok   ok   | ok   ok   | ok   ok'
const noActor = '       none none | none none none | none none none none none | none none | none none'
const allAccounts = '   ok   ok   | ok   ok   ok   | sign sign sign sign sign | sign sign | sign ok'
const admins = '        role role | role role role | sign sign sign sign sign | sign sign | sign ok'
/** Subjects of the owner only, also in a team folder. */
export const owners = ' ok   none | none none none | sign sign sign sign sign | sign sign | sign none'
/** Entries that members of a team folder see, or change. */
export const viewers = 'ok   none | ok   ok   none | sign sign sign sign sign | sign sign | sign none'
export const editors = 'ok   none | none ok   none | sign sign sign sign sign | sign sign | sign none'
/** Entries that a link shows, the link itself, and what only links with the permission to edit allow. */
export const linkViewers = 'ok   ok   | ok   ok   ok   | ok   ok lock expired revoked | none none | ok   ok'
export const linkOpeners = 'ok   ok   | ok   ok   ok   | ok   ok ok   expired revoked | none none | ok   ok'
export const linkEditors = 'none none | none none none | none ok lock expired revoked | none none | none none'
/** What has come through an upload request. */
export const uploaders = '  ok   ok   | ok   ok   ok   | none none none none none | ok   closed | ok  ok'

type Preset<Key extends keyof AccessEntry> = Pick<AccessEntry, Key>

export const byAnyone: Preset<'call' | 'actors' | 'accounts' | 'token'> = {
  call: plain,
  actors: everyone,
  accounts: [anyone],
  token: 'nobody',
}
/** Calls of users without a target in their rule. */
export const bySignedIn: Preset<'call' | 'actors' | 'accounts'> = {
  call: plain,
  actors: allAccounts,
  accounts: [signedIn],
}
export const byAdmins: Preset<'call' | 'actors' | 'accounts' | 'token'> = {
  call: plain,
  actors: admins,
  accounts: [adminsOnly],
  token: 'never',
}
export const withWrongKey = { headers: { [setupKeyHeader]: 'wrong' } }
/** The calls of the setup do not exist after the installation. */
export const byInstaller: Preset<'call' | 'actors' | 'accounts' | 'beforeSetup' | 'token'> = {
  call: () => withWrongKey,
  actors: noActor,
  accounts: [notFound],
  beforeSetup: 'role ok',
  token: 'nobody',
}
export const byLink: Preset<'by' | 'restricted' | 'token'> = { by: 'link', restricted: 'owner', token: 'nobody' }
export const byRequest: Preset<'by' | 'restricted' | 'token'> = { by: 'request', restricted: 'owner', token: 'nobody' }
