import { homeOf } from '../../access/target.store.ts'
import { addressOf, type Holder, thumbnailAddressesOf } from '../../features/entries/content-urls.ts'
import { insertNotification } from '../../features/notifications/notification.store.ts'
import { insertPasskey } from '../../features/passkeys/passkey.store.ts'
import { visitorCookieOf } from '../../features/public-links/link-visitor.ts'
import { insertRemoteUpload } from '../../features/remote-uploads/remote-upload.store.ts'
import { shift } from '../../features/storage/quota.store.ts'
import { insertInvitation } from '../../features/team-invitations/invitation.store.ts'
import { insertUpload } from '../../features/uploads/upload.store.ts'
import { recordTeams } from '../../infrastructure/db/recorded-changes.ts'
import { digest } from '../../infrastructure/ids.ts'
import { channelOf } from '../../infrastructure/realtime/pusher-protocol.ts'
import type { Fixture, Link, RequestKind } from '../access-fixture.ts'
import { seedSession } from '../seed-session.ts'
import type { TestApp } from '../test-app.ts'
import type { Cookies } from './calls.ts'
import type { AccessEntry, Actor, SubjectKind } from './entry.ts'
import type { TeamFixture } from './team-fixture.ts'

/** Something that a call names. */
export interface Subject {
  /** An id, a token or a name, as `call` of an entry takes it; the whole address of content. */
  readonly value: string
  /** Cookies that its holder has besides those of a session. */
  readonly cookies?: Cookies
}

export interface Subjects {
  /** The token of the link or of the upload request by which an actor makes a call. */
  tokenFor(actor: Actor, entry: AccessEntry): string
  /** What the actor names. What a call may end, such as a session, is another one each time. */
  subjectFor(actor: Actor, entry: AccessEntry, kind: SubjectKind): Promise<Subject>
}

/** Subjects that no rule of the endpoint table names: the handler decides whose they are. */
export const foundByHandlers: ReadonlySet<SubjectKind> = new Set([
  'address',
  'api-token',
  'channel',
  'invitation',
  'notification',
  'passkey',
  'remote',
  'session',
  'thumbnail',
  'ticket',
  'unfinished-upload',
])

/** The words of the fixtures for each subject: of the owner, in a team folder, by a link and by an upload request. */
const words: Partial<Record<SubjectKind, { own: string; team?: string; link: string; request: string }>> = {
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

/** What each actor names in the calls of the column `actors`. */
export async function createSubjects(app: TestApp, fixture: Fixture, team: TeamFixture): Promise<Subjects> {
  const { services, clock } = app
  const { db, ids, transact } = services
  const { owner } = fixture.userIds
  const visitorSecret = ids.token(32)
  const remoteFolder = { space_id: (await homeOf(db, owner)).id, parent_id: fixture.things['own folder']! }
  const teamFolder = await db
    .selectFrom('entries')
    .select('space_id')
    .where('id', '=', team.things['team folder']!)
    .executeTakeFirstOrThrow()

  /** The link, or upload request, of an actor who acts by one: the own one, or an open one. */
  function linkFor(actor: Actor, { by }: AccessEntry): Link | null {
    if (actor.kind === 'link') return actor.name
    return by === 'link' && actor.kind !== 'request' ? 'open' : null
  }
  function requestFor(actor: Actor, { by }: AccessEntry): RequestKind | null {
    if (actor.kind === 'request') return actor.name
    return by === 'request' && actor.kind !== 'link' ? 'filling' : null
  }

  function thing(actor: Actor, entry: AccessEntry, kind: SubjectKind): string {
    const named = words[kind]!
    const [link, request] = [linkFor(actor, entry), requestFor(actor, entry)]
    if (link) return fixture.inLink[link][named.link]!
    if (request) return fixture.request[request].things[named.request]!
    return actor.kind === 'member' && named.team ? team.things[named.team]! : fixture.things[named.own]!
  }

  function holderFor(actor: Actor): Holder {
    if (actor.kind === 'link') return { kind: 'share', token: fixture.link[actor.name].token, grantVersion: 1 }
    if (actor.kind === 'request') return { kind: 'upload-request', token: fixture.request[actor.name].token }
    return { kind: 'user', id: actor.kind === 'member' ? team.userIds[actor.name] : owner, sessionId: 'none' }
  }

  async function notification(): Promise<string> {
    const id = ids.next()
    const texts = { title: 'notification.team_accepted.title', description: 'notification.team_accepted.description' }
    const row = { id, user_id: owner, category: 'team-invitation' as const, ...texts, message_values: '{}' }
    await transact((trx) => insertNotification(trx, { ...row, action: null, created_at: clock.now(), read_at: null }))
    return id
  }

  async function remoteUpload(link: Link | null): Promise<Subject> {
    const id = ids.next()
    const shareId = link && fixture.link[link].id
    const by = { share_id: shareId, visitor_id: shareId && digest(visitorSecret) }
    const row = { id, user_id: owner, creator_id: shareId ? null : owner, ...by, ...remoteFolder }
    const urls = ['https://files.example/a']
    await transact((trx) => insertRemoteUpload(trx, { ...row, status: 'finished', urls, now: clock.now() }))
    return { value: id, cookies: shareId ? { [visitorCookieOf(shareId)]: visitorSecret } : {} }
  }

  async function ticket(actor: Actor, entry: AccessEntry): Promise<string> {
    const link = linkFor(actor, entry)
    const user = actor.kind === 'member' ? team.userIds[actor.name] : owner
    const holder = link ? `share ${fixture.link[link].id}` : user
    return (await services.zipTickets.issue(holder, { items: [{ id: thing(actor, entry, 'file') }] })).token
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

  async function unfinishedUpload(): Promise<string> {
    const [id, now] = [ids.next(), clock.now()]
    const key = { id, actor: `u:${owner}`, upload_id: id, share_id: null, upload_request_id: null, blob_id: id }
    const file = { parent_id: remoteFolder.parent_id, name: 'x', path: '', size: 1, offset: 0, reserved: 0 }
    const state = {
      modified_at: null,
      replace_existing: 0,
      status: 'receiving',
      entry_id: null,
      replaced_version: null,
    } as const
    const times = { created_at: now, updated_at: now, expires_at: now + 1e9 }
    await transact(async (trx) => {
      await insertUpload(trx, { ...key, owner_id: owner, creator_id: owner, ...file, ...state, ...times })
      await shift(trx, owner, { bytes: 0, items: 1 })
    })
    return id
  }

  async function passkey(): Promise<string> {
    const [id, now] = [ids.next(), clock.now()]
    const key = { credential_id: id, public_key: '', counter: 0, transports: '[]' }
    const row = { id, user_id: owner, ...key, name: 'x', is_backed_up: 0, created_at: now, last_used_at: null } as const
    await transact((trx) => insertPasskey(trx, row))
    return id
  }

  /** Holders of a link, or of an upload request, name its token where others name one of the owner. */
  function ownToken(actor: Actor): string | null {
    if (actor.kind === 'link') return fixture.link[actor.name].token
    return actor.kind === 'request' ? fixture.request[actor.name].token : null
  }

  return {
    tokenFor(actor, entry) {
      const [link, request] = [linkFor(actor, entry), requestFor(actor, entry)]
      // A link to one file that works without its pages has no password.
      if (link && entry.subjects?.includes('single')) return fixture.link[link === 'unlocked' ? 'open' : link].ofFile
      return link ? fixture.link[link].token : request ? fixture.request[request].token : ''
    },

    async subjectFor(actor, entry, kind) {
      const file = () => ({ id: thing(actor, entry, 'file'), version: 1 })
      switch (kind) {
        case 'address':
          return { value: addressOf(services, holderFor(actor), file()) }
        case 'thumbnail':
          return { value: thumbnailAddressesOf(services, holderFor(actor), file(), new Set(['xs'])).xs }
        case 'link':
          return {
            value:
              ownToken(actor) ??
              (actor.kind === 'member' ? team.things['link of the editor']! : fixture.things['own link']!),
          }
        case 'request':
          return { value: ownToken(actor) ?? fixture.things['own request']! }
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
          return remoteUpload(linkFor(actor, entry))
        case 'session':
          return { value: (await seedSession(app, owner, { isConfirmed: false })).publicId }
        case 'single':
          return { value: '' }
        case 'ticket':
          return { value: await ticket(actor, entry) }
        case 'unfinished-upload':
          return { value: await unfinishedUpload() }
        default:
          return { value: thing(actor, entry, kind) }
      }
    },
  }
}
