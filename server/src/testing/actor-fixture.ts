import type { ActorName } from '../access/matrix/actor-expectations.ts'
import type { Cookies } from '../access/matrix/calls.ts'
import { homeOf } from '../access/target.store.ts'
import { addressOf, type Holder, thumbnailAddressesOf } from '../features/entries/content-urls.ts'
import { insertNotification } from '../features/notifications/notification.store.ts'
import { visitorCookieOf } from '../features/public-links/link-visitor.ts'
import { insertRemoteUpload } from '../features/remote-uploads/remote-upload.store.ts'
import { insertInvitation } from '../features/team-invitations/invitation.store.ts'
import { recordTeams } from '../infrastructure/db/recorded-changes.ts'
import { digest } from '../infrastructure/ids.ts'
import { channelOf } from '../infrastructure/realtime/pusher-protocol.ts'
import { insertPasskey } from '../features/passkeys/passkey.store.ts'
import { insertSession } from '../infrastructure/sessions/session.store.ts'
import { type Link, makeFixture, type RequestKind } from './access-fixture.ts'
import { makeTeamFixture, type TeamActor } from './team-fixture.ts'
import type { TestApp } from './test-app.ts'

export type Scope = 'shared' | 'requested' | null

/** Something that a call names. */
export interface Subject {
  /** An id, a token or a name, as `inputs` takes it; the whole address of content. */
  readonly value: string
  /** Cookies that its holder has besides those of a session. */
  readonly cookies?: Cookies
}

export interface ActorFixture {
  readonly cookies: Readonly<Record<ActorName, Cookies>>
  /** The token of the link or of the upload request by which a call is made. */
  tokenFor(actor: ActorName, scope: Scope, subjects: readonly string[]): string
  /** What the actor names. What a call may end, such as a session, is another one each time. */
  subjectFor(actor: ActorName, scope: Scope, subject: string): Promise<Subject>
  /** Takes everything from the owner that an administrator can take, or gives it back. */
  restrict(isRestricted: boolean): Promise<void>
}

const memberOf: Partial<Record<ActorName, TeamActor>> = {
  can_view: 'viewer',
  can_edit: 'editor',
  'former member': 'former',
}
const linkOf: Partial<Record<ActorName, Link>> = {
  'share visitor': 'unlocked',
  'share editor': 'editor',
  'locked visitor': 'locked',
  'expired link': 'expired',
  'revoked link': 'revoked',
}
const requestOf: Partial<Record<ActorName, RequestKind>> = { 'request visitor': 'filling', 'filled request': 'filled' }

/** The words of the fixtures for each subject: of the owner, in a team folder, by a link and by an upload request. */
const words: Readonly<Record<string, { own: string; team?: string; link: string; request: string }>> = {
  folder: { own: 'own folder', team: 'folder inside', link: 'a folder inside', request: 'an uploaded folder' },
  file: { own: 'own file', team: 'file inside', link: 'a file inside', request: 'an uploaded file' },
  'trashed-folder': {
    own: 'own trashed folder',
    team: 'folder trashed by the editor',
    link: 'a trashed folder inside',
    request: 'a trashed uploaded folder',
  },
  'trashed-file': {
    own: 'own trashed file',
    team: 'file trashed by the editor',
    link: 'a trashed file inside',
    request: 'a trashed uploaded file',
  },
  team: {
    own: 'own team folder',
    team: 'team folder',
    link: 'the shared folder',
    request: 'the folder of the request',
  },
  upload: { own: 'own upload', link: 'an upload by this browser', request: 'an upload of the request' },
}

/** Everybody in the columns of the actor table. */
export async function makeActorFixture(app: TestApp): Promise<ActorFixture> {
  const { services, clock } = app
  const { db, ids, transact } = services
  const fixture = await makeFixture(app)
  const team = await makeTeamFixture(app)
  const { owner } = fixture.userIds
  const visitorSecret = ids.token(32)
  const remoteFolder = { space_id: (await homeOf(db, owner)).id, parent_id: fixture.things['own folder']! }
  const teamFolder = await db
    .selectFrom('entries')
    .select('space_id')
    .where('id', '=', team.things['team folder']!)
    .executeTakeFirstOrThrow()

  /** By which link, or upload request, somebody acts who may have another kind, or none. */
  const linkFor = (actor: ActorName): Link => linkOf[actor] ?? 'open'
  const requestFor = (actor: ActorName): RequestKind => requestOf[actor] ?? 'filling'
  const byLink = (actor: ActorName, scope: Scope) =>
    linkOf[actor] !== undefined || (scope === 'shared' && requestOf[actor] === undefined)
  const byRequest = (actor: ActorName, scope: Scope) =>
    requestOf[actor] !== undefined || (scope === 'requested' && linkOf[actor] === undefined)

  function thing(actor: ActorName, scope: Scope, subject: string): string {
    const named = words[subject]!
    if (byLink(actor, scope)) return fixture.inLink[linkFor(actor)][named.link]!
    if (byRequest(actor, scope)) return fixture.request[requestFor(actor)].things[named.request]!
    return memberOf[actor] && named.team ? team.things[named.team]! : fixture.things[named.own]!
  }

  function holderFor(actor: ActorName): Holder {
    if (linkOf[actor]) return { kind: 'share', token: fixture.link[linkFor(actor)].token, grantVersion: 1 }
    if (requestOf[actor]) return { kind: 'upload-request', token: fixture.request[requestFor(actor)].token }
    const member = memberOf[actor]
    return { kind: 'user', id: member ? team.userIds[member] : owner, sessionId: 'none' }
  }

  async function notification(): Promise<string> {
    const id = ids.next()
    const texts = { title: 'notification.team_accepted.title', description: 'notification.team_accepted.description' }
    const row = { id, user_id: owner, category: 'team-invitation' as const, ...texts, message_values: '{}' }
    await transact((trx) => insertNotification(trx, { ...row, action: null, created_at: clock.now(), read_at: null }))
    return id
  }

  async function remoteUpload(actor: ActorName, scope: Scope): Promise<Subject> {
    const id = ids.next()
    const shareId = byLink(actor, scope) ? fixture.link[linkFor(actor)].id : null
    const by = { share_id: shareId, visitor_id: shareId && digest(visitorSecret) }
    const row = { id, user_id: owner, creator_id: shareId ? null : owner, ...by, ...remoteFolder }
    await transact((trx) =>
      insertRemoteUpload(trx, {
        ...row,
        status: 'finished',
        urls: ['https://files.example/a'],
        now: clock.now(),
      }),
    )
    return { value: id, cookies: shareId ? { [visitorCookieOf(shareId)]: visitorSecret } : {} }
  }

  async function ticket(actor: ActorName, scope: Scope): Promise<string> {
    const member = memberOf[actor]
    const holder = byLink(actor, scope)
      ? `share ${fixture.link[linkFor(actor)].id}`
      : member
        ? team.userIds[member]
        : owner
    const { token } = await services.zipTickets.issue(holder, { items: [{ id: thing(actor, scope, 'file') }] })
    return token
  }

  /** To the team folder, of the owner, who is no member of it. */
  async function invitation(): Promise<string> {
    const [id, now] = [ids.next(), clock.now()]
    const { space_id } = teamFolder
    // What an earlier call has left of one.
    await db.deleteFrom('team_members').where('space_id', '=', space_id).where('user_id', '=', owner).execute()
    await db.deleteFrom('team_invitations').where('space_id', '=', space_id).execute()
    const invited = { space_id, email: 'owner@example.com', permission: 'can_view' as const, color: '#9d66fe' }
    const times = { expires_at: now + 1e9, created_at: now, updated_at: now }
    const row = { id, ...invited, inviter_id: team.userIds.owner, status: 'pending' as const, ...times }
    await transact(async (trx) => {
      recordTeams(trx, [owner, team.userIds.owner])
      await insertInvitation(trx, row)
    })
    return id
  }

  async function apiToken(): Promise<string> {
    const token = { userId: owner, name: 'n', scopes: [], expiresAtMs: null, passwordVersion: null }
    return (await transact((trx) => services.apiTokens.create(trx, token))).row.id
  }

  async function passkey(): Promise<string> {
    const [id, now] = [ids.next(), clock.now()]
    const key = { credential_id: id, public_key: '', counter: 0, transports: '[]' }
    const row = { id, user_id: owner, ...key, name: 'x', is_backed_up: 0, created_at: now, last_used_at: null } as const
    await transact((trx) => insertPasskey(trx, row))
    return id
  }

  async function session(): Promise<string> {
    const [secret, publicId, now] = [ids.token(32), ids.next(), clock.now()]
    const times = { created_at: now, seen_at: now, expires_at: now + 1e9 }
    const row = { id: digest(secret), public_id: publicId, user_id: owner, state: 'full' as const }
    await insertSession(db, { ...row, user_agent: '', address: '', ...times })
    return publicId
  }

  return {
    cookies: {
      owner: fixture.cookies.owner,
      'other user': fixture.cookies.stranger,
      can_view: team.cookies.viewer,
      can_edit: team.cookies.editor,
      'former member': team.cookies.former,
      'share visitor': fixture.link.unlocked.cookies,
      'share editor': fixture.link.editor.cookies,
      'locked visitor': fixture.link.locked.cookies,
      'expired link': fixture.link.expired.cookies,
      'revoked link': fixture.link.revoked.cookies,
      'request visitor': {},
      'filled request': {},
      'restricted owner': fixture.cookies.owner,
      anonymous: fixture.cookies.anonymous,
      admin: fixture.cookies.admin,
    },

    tokenFor(actor, scope, subjects) {
      if (byLink(actor, scope)) {
        // A link to one file that works without its pages has no password.
        if (subjects.includes('single')) return fixture.link[actor === 'share visitor' ? 'open' : linkFor(actor)].ofFile
        return fixture.link[linkFor(actor)].token
      }
      return byRequest(actor, scope) ? fixture.request[requestFor(actor)].token : ''
    },

    async subjectFor(actor, scope, subject) {
      const file = {
        id: subject === 'address' || subject === 'thumbnail' ? thing(actor, scope, 'file') : '',
        version: 1,
      }
      switch (subject) {
        case 'address':
          return { value: addressOf(services, holderFor(actor), file) }
        case 'thumbnail':
          return { value: thumbnailAddressesOf(services, holderFor(actor), file, new Set(['xs'])).xs }
        case 'link':
          if (linkOf[actor]) return { value: fixture.link[linkFor(actor)].token }
          if (requestOf[actor]) return { value: fixture.request[requestFor(actor)].token }
          return { value: memberOf[actor] ? team.things['link of the editor']! : fixture.things['own link']! }
        case 'request':
          if (linkOf[actor]) return { value: fixture.link[linkFor(actor)].token }
          if (requestOf[actor]) return { value: fixture.request[requestFor(actor)].token }
          return { value: fixture.things['own request']! }
        case 'api-token':
          return { value: await apiToken() }
        case 'channel':
          return { value: channelOf(owner) }
        case 'invitation':
          return { value: await invitation() }
        case 'notification':
          return { value: await notification() }
        case 'passkey':
          return { value: await passkey() }
        case 'remote':
          return remoteUpload(actor, scope)
        case 'session':
          return { value: await session() }
        case 'single':
          return { value: '' }
        case 'ticket':
          return { value: await ticket(actor, scope) }
        default:
          return { value: thing(actor, scope, subject) }
      }
    },

    async restrict(isRestricted) {
      const flag = isRestricted ? 1 : 0
      const taken = { upload_restricted: flag, download_restricted: flag, folder_restricted: flag } as const
      await db
        .updateTable('users')
        .set({ ...taken, team_folder_restricted: flag, invitation_restricted: flag })
        .where('id', '=', owner)
        .execute()
    },
  }
}
