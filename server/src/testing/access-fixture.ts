import { shift } from '../features/storage/quota.store.ts'
import { homeOf, loadItems } from '../access/target.store.ts'
import { insertEntry, type StoredContent } from '../features/entries/entry.store.ts'
import { inSpace } from '../features/entries/space.store.ts'
import { insertGrant } from '../features/public-links/share-grant.store.ts'
import { grantCookie } from '../features/public-links/share-grants.ts'
import { endShares } from '../features/share-links/ending-links.store.ts'
import { insertShare } from '../features/share-links/share-link.store.ts'
import { createTeamFolder } from '../features/teams/team-service.ts'
import { insertMember } from '../features/teams/team.store.ts'
import { trash } from '../features/trash/trash.store.ts'
import { insertUpload, type UploadRow } from '../features/uploads/upload.store.ts'
import { insertRequest, type UploadRequestRow } from '../features/upload-requests/upload-request.store.ts'
import { createUser } from '../features/users/create-user.store.ts'
import { digest } from '../infrastructure/ids.ts'
import { seedSession } from './seed-session.ts'
import { storeText } from './stored-text.ts'
import type { TestApp } from './test-app.ts'

export type Role = 'anonymous' | 'half' | 'owner' | 'stranger' | 'admin'
export type Link =
  | 'open'
  | 'editor'
  | 'unlocked'
  | 'locked'
  | 'expired'
  | 'revoked'
  | 'suspended'
  | 'used-up'
  | 'preview only'
export type RequestKind = 'active' | 'filling' | 'filled' | 'expired' | 'suspended'
export type State = 'live' | 'trashed' | 'foreign' | 'unknown'

/** What a call may name, in one state. */
export interface Named {
  readonly entry: string
  readonly share: string
  readonly upload: string
}

export interface Fixture {
  readonly userIds: Readonly<Record<'owner' | 'stranger' | 'admin', string>>
  /** All that a call of a user may name, by the words in the rows of the access table. */
  readonly things: Readonly<Record<string, string>>
  /** All that a call of a visitor may name, for each link. */
  readonly inLink: Readonly<Record<Link, Readonly<Record<string, string>>>>
  /** Upload requests of the owner, and all that a call by their links may name. */
  readonly request: Readonly<
    Record<RequestKind, { readonly token: string; readonly things: Readonly<Record<string, string>> }>
  >
  /** Cookies of a signed-in role. */
  readonly cookies: Readonly<Record<Role, Readonly<Record<string, string>>>>
  /** As the owner sees them: own and live, own and trashed, somebody else's, nobody's. */
  readonly named: Readonly<Record<State, Named>>
  readonly link: Readonly<
    Record<
      Link,
      {
        readonly id: string
        readonly token: string
        /** The token of a link in the same state that is to one file. */
        readonly ofFile: string
        /** The name of the cookie that unlocks it. */
        readonly grant: string
        readonly cookies: Readonly<Record<string, string>>
        readonly inside: Readonly<Record<State, string>>
      }
    >
  >
}

interface NewItem {
  readonly id?: string
  /** The upload request that it came through. */
  readonly requestId?: string
}

/** Inserts rows only: the matrix tests the rules, not the calls that create what they apply to. */
export async function makeFixture(app: TestApp): Promise<Fixture> {
  const { services, clock } = app
  const { db, ids, transact } = services
  const now = clock.now()

  const user = (name: string, role: 'admin' | 'user' = 'user') =>
    transact((trx) =>
      createUser(services, trx, { name, email: `${name}@example.com`, passwordHash: '-', role, verified: true }),
    )
  const owner = await user('owner')
  const stranger = await user('stranger')
  const admin = await user('admin', 'admin')

  const session = async (userId: string, state: 'full' | 'challenge') =>
    (await seedSession(app, userId, { state })).cookies

  async function entry(
    ownerId: string,
    parentId: string | undefined,
    { content, requestId, id = ids.next() }: NewItem & { readonly content?: StoredContent },
  ): Promise<string> {
    const space = await homeOf(db, ownerId)
    const own = { creatorId: ownerId, uploadRequestId: requestId ?? null }
    const row = { id, space, ...own, parentId: parentId ?? space.root_id, name: id, now }
    await inSpace(transact, space, async (trx) => {
      await insertEntry(trx, content ? { ...row, kind: 'file', content } : { ...row, kind: 'folder' })
      await shift(trx, space.owner_id, { bytes: 0, items: 1 })
    })
    return id
  }

  const folder = (ownerId: string, parentId?: string, more: NewItem = {}) => entry(ownerId, parentId, more)

  const file = async (ownerId: string, parentId?: string, more: NewItem = {}): Promise<string> =>
    entry(ownerId, parentId, { ...more, content: await storeText(app) })

  async function trashed(created: Promise<string>): Promise<string> {
    const id = await created
    const rows = await loadItems(db, [id])
    await inSpace(transact, await homeOf(db, rows[0]!.owner_id), (trx) => trash(trx, rows, { now, by: null }))
    return id
  }

  async function share(
    entryId: string,
    ownerId: string,
    {
      password,
      expiresAt,
      permission,
      isUsedUp = false,
      canDownload = true,
    }: { password?: string; expiresAt?: number; permission?: 'editor'; isUsedUp?: boolean; canDownload?: boolean } = {},
  ) {
    const row = {
      id: ids.next(),
      token: ids.token(),
      entry_id: entryId,
      owner_id: ownerId,
      name: null,
      creator_id: null,
      permission: permission ?? ('visitor' as const),
      can_download: canDownload ? (1 as const) : (0 as const),
      password_hash: password ?? null,
      grant_version: 1,
      expire_in: null,
      expires_at: expiresAt ?? null,
      download_limit: isUsedUp ? 1 : null,
      downloads: isUsedUp ? 1 : 0,
      created_at: now,
      updated_at: now,
    }
    await transact(async (trx) => {
      await insertShare(trx, row)
      await shift(trx, ownerId, { bytes: 0, items: 1 })
    })
    return row
  }

  async function upload(
    ownerId: string,
    byLink?: { readonly actor: string; readonly shareId?: string; readonly requestId?: string },
  ): Promise<string> {
    const id = ids.token()
    const row: UploadRow = {
      id: ids.next(),
      actor: byLink?.actor ?? `u:${ownerId}`,
      upload_id: id,
      owner_id: ownerId,
      creator_id: ownerId,
      parent_id: (await homeOf(db, ownerId)).root_id,
      name: 'x',
      path: '',
      size: 1,
      offset: 0,
      reserved: 0,
      blob_id: ids.next(),
      modified_at: null,
      replace_existing: 0,
      share_id: byLink?.shareId ?? null,
      upload_request_id: byLink?.requestId ?? null,
      replaced_version: null,
      status: 'receiving',
      entry_id: null,
      created_at: now,
      updated_at: now,
      expires_at: now + 1e9,
    }
    await transact(async (trx) => {
      await insertUpload(trx, row)
      await shift(trx, ownerId, { bytes: 0, items: 1 })
    })
    return id
  }

  const named = async (ownerId: string, created: Promise<string>): Promise<Named> => {
    const id = await created
    return { entry: id, share: (await share(id, ownerId)).token, upload: await upload(ownerId) }
  }

  async function uploadRequest(ownerId: string, parentId: string, kind: RequestKind): Promise<UploadRequestRow> {
    const isOver = kind === 'filled' || kind === 'expired'
    const row: UploadRequestRow = {
      id: ids.next(),
      token: ids.token(),
      owner_id: ownerId,
      parent_id: parentId,
      root_id: ids.next(),
      name: 'Requested',
      notes: null,
      email: null,
      status: kind === 'suspended' ? 'filling' : kind,
      closes_at: now + 1e9,
      closes_when_idle: 0,
      last_upload_at: null,
      files_received: 0,
      ended_at: isOver ? now : null,
      ended_by: isOver ? (kind === 'filled' ? 'visitor' : 'unused') : null,
      created_at: now,
      updated_at: now,
    }
    await transact((trx) => insertRequest(trx, row))
    return row
  }

  const third = await user('third')
  const own = await named(owner, folder(owner))
  const ownTrashed = await named(owner, trashed(folder(owner)))
  const foreign = await named(third, folder(third))
  const foreignFile = await file(third)
  const team = async (ownerId: string) => {
    const by = { kind: 'user', userId: ownerId, role: 'user', sessionId: '' } as const
    const id = await createTeamFolder(services, by, { name: 'Team', invitations: [] })
    const [root] = await loadItems(db, [id])
    return { id, spaceId: root!.space_id }
  }
  const ownTeam = await team(owner)
  const joinedTeam = await team(third)
  await transact((trx) =>
    insertMember(trx, { space_id: joinedTeam.spaceId, user_id: owner, permission: 'can_view', created_at: now }),
  )
  const unknown = { entry: ids.next(), share: ids.token(), upload: ids.token() }
  const things = {
    nothing: '',
    'own root': (await homeOf(db, owner)).root_id,
    'own folder': own.entry,
    'own file': await file(owner),
    'own trashed folder': ownTrashed.entry,
    'own trashed file': await trashed(file(owner)),
    'foreign root': (await homeOf(db, third)).root_id,
    'foreign folder': foreign.entry,
    'foreign file': foreignFile,
    'foreign trashed file': await trashed(file(third)),
    'unknown id': unknown.entry,
    'own team folder': ownTeam.id,
    'joined team folder': joinedTeam.id,
    'own link': own.share,
    'own link to a trashed folder': ownTrashed.share,
    'foreign link': foreign.share,
    'unknown link': unknown.share,
    'own upload': own.upload,
    'foreign upload': foreign.upload,
    'unknown upload': unknown.upload,
    'own request': (await uploadRequest(owner, own.entry, 'active')).token,
    'foreign request': (await uploadRequest(third, foreign.entry, 'active')).token,
    'unknown request': ids.token(),
  }

  const outside = await folder(owner)
  const inLink = {} as Record<Link, Record<string, string>>
  async function link(kind: Link): Promise<Fixture['link'][Link]> {
    const root = await folder(owner)
    const child = await folder(owner, root)
    const trashedChild = await trashed(folder(owner, root))
    const options = {
      ...((kind === 'locked' || kind === 'unlocked') && { password: '-' }),
      ...(kind === 'expired' && { expiresAt: now - 1 }),
      ...(kind === 'editor' && { permission: 'editor' as const }),
      isUsedUp: kind === 'used-up',
      ...(kind === 'preview only' && { canDownload: false }),
    }
    const row = await share(root, owner, options)
    const ofFile = await share(await file(owner), owner, options)
    const cookies: Record<string, string> = {}
    let grantId = ''
    if (kind === 'unlocked') {
      const secret = ids.token(32)
      cookies[grantCookie(row.id)] = secret
      grantId = digest(secret)
      const grant = { id: grantId, share_id: row.id, grant_version: 1, created_at: now, expires_at: now + 1e9 }
      await transact((trx) => insertGrant(trx, grant))
    }
    if (kind === 'revoked') {
      const values = [row.token, ofFile.token]
      await transact((trx) => endShares(trx, owner, { by: 'token', values }, { reason: 'revoked', now }))
    }
    const inside = { live: child, trashed: trashedChild, foreign: outside, unknown: ids.next() }
    inLink[kind] = {
      nothing: '',
      'the shared folder': root,
      'a folder inside': child,
      'a file inside': await file(owner, root),
      'a file further inside': await file(owner, child),
      'a trashed folder inside': trashedChild,
      'a trashed file inside': await trashed(file(owner, root)),
      'a folder outside': outside,
      'a file outside': await file(owner),
      'the root above': (await homeOf(db, owner)).root_id,
      'a foreign folder': foreign.entry,
      'a foreign file': foreignFile,
      'an unknown id': ids.next(),
      'an upload by this browser': await upload(owner, { actor: `s:${row.id}:${grantId}`, shareId: row.id }),
      'an upload by another browser': await upload(owner, { actor: `s:${row.id}:another`, shareId: row.id }),
      'an upload by another link': await upload(owner, { actor: `s:${ids.next()}:`, shareId: ids.next() }),
      'an upload of the owner': await upload(owner),
      'an unknown upload': ids.token(),
    }
    if (kind === 'suspended') await trashed(Promise.resolve(root))
    return { id: row.id, token: row.token, ofFile: ofFile.token, grant: grantCookie(row.id), cookies, inside }
  }

  const another = await uploadRequest(owner, outside, 'filling')
  const anotherRoot = await folder(owner, outside, { id: another.root_id, requestId: another.id })
  const ofAnother = await folder(owner, anotherRoot, { requestId: another.id })
  const anotherUpload = await upload(owner, { actor: `r:${another.id}`, requestId: another.id })

  async function request(kind: RequestKind): Promise<Fixture['request'][RequestKind]> {
    const above = await folder(owner)
    const row = await uploadRequest(owner, above, kind)
    const [requestId, root] = [row.id, row.root_id]
    const hasFolder = kind !== 'active'
    if (hasFolder) await folder(owner, above, { id: root, requestId })
    /** Before the first upload there is nothing. */
    const within = (made: () => Promise<string>) => (hasFolder ? made() : Promise.resolve(ids.next()))
    const uploaded = await within(() => folder(owner, root, { requestId }))
    const ofOwner = await within(() => folder(owner, root))
    const ofRequest: Record<string, string> = {
      nothing: '',
      'the folder of the request': root,
      'an uploaded folder': uploaded,
      'an uploaded file': await within(() => file(owner, root, { requestId })),
      'an uploaded file further inside': await within(() => file(owner, uploaded, { requestId })),
      'a trashed uploaded folder': await within(() => trashed(folder(owner, root, { requestId }))),
      'a trashed uploaded file': await within(() => trashed(file(owner, root, { requestId }))),
      'a folder that the owner put there': ofOwner,
      'a file that the owner put there': await within(() => file(owner, uploaded)),
      'an uploaded folder in one of the owner': await within(() => folder(owner, ofOwner, { requestId })),
      'an uploaded folder that was moved out': await folder(owner, outside, { requestId }),
      'an uploaded folder of another request': ofAnother,
      'the folder above': above,
      'the root above': (await homeOf(db, owner)).root_id,
      'a folder outside': outside,
      'a file outside': things['own file'],
      'a foreign folder': foreign.entry,
      'a foreign file': foreignFile,
      'an unknown id': ids.next(),
      'an upload of the request': await upload(owner, { actor: `r:${row.id}`, requestId }),
      'an upload of another request': anotherUpload,
      'an upload of the owner': await upload(owner),
      'an unknown upload': ids.token(),
    }
    if (kind === 'suspended') await trashed(Promise.resolve(root))
    return { token: row.token, things: ofRequest }
  }

  return {
    cookies: {
      anonymous: {},
      half: await session(owner, 'challenge'),
      owner: await session(owner, 'full'),
      stranger: await session(stranger, 'full'),
      admin: await session(admin, 'full'),
    },
    userIds: { owner, stranger, admin },
    things,
    inLink,
    request: {
      active: await request('active'),
      filling: await request('filling'),
      filled: await request('filled'),
      expired: await request('expired'),
      suspended: await request('suspended'),
    },
    named: { live: own, trashed: ownTrashed, foreign, unknown },
    link: {
      open: await link('open'),
      editor: await link('editor'),
      unlocked: await link('unlocked'),
      locked: await link('locked'),
      expired: await link('expired'),
      revoked: await link('revoked'),
      suspended: await link('suspended'),
      'used-up': await link('used-up'),
      'preview only': await link('preview only'),
    },
  }
}
