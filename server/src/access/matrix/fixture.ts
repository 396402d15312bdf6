import { Readable } from 'node:stream'
import { openBlobs } from '../../blobs/open.ts'
import { digest } from '../../ids.ts'
import { sessionCookie } from '../../sessions/cookie.ts'
import { endShares } from '../../sharing/store.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createUser } from '../../users/create.ts'
import { homeRootId } from '../items.ts'
import { grantCookie } from '../visitor.ts'

export const roles = ['anonymous', 'half', 'owner', 'stranger', 'admin'] as const
export const links = ['open', 'editor', 'unlocked', 'locked', 'expired', 'revoked', 'suspended'] as const
export const states = ['live', 'trashed', 'foreign', 'unknown'] as const
export type Role = (typeof roles)[number]
export type Link = (typeof links)[number]
export type State = (typeof states)[number]

/** What a call may name, in one state. */
export interface Named {
  readonly entry: string
  readonly share: string
  readonly upload: string
}

export interface Fixture {
  readonly userIds: Readonly<Record<'owner' | 'stranger' | 'admin', string>>
  /** All that a call of a user may name, by the words of the table. */
  readonly things: Readonly<Record<string, string>>
  /** All that a call of a visitor may name, for each link. */
  readonly inLink: Readonly<Record<Link, Readonly<Record<string, string>>>>
  /** Cookies of a signed-in role. */
  readonly cookies: Readonly<Record<Role, Readonly<Record<string, string>>>>
  /** As the owner sees them: own and live, own and trashed, somebody else's, nobody's. */
  readonly named: Readonly<Record<State, Named>>
  readonly link: Readonly<
    Record<
      Link,
      {
        readonly token: string
        /** The name of the cookie that unlocks it. */
        readonly grant: string
        readonly cookies: Readonly<Record<string, string>>
        readonly inside: Readonly<Record<State, string>>
      }
    >
  >
}

/** Rows only: the matrix is about the rules, not about the calls that make what they judge. */
export async function makeFixture({ services, clock }: TestApp): Promise<Fixture> {
  const { db, ids, transact } = services
  const now = clock.now()

  const user = (name: string, role: 'admin' | 'user' = 'user') =>
    transact((trx) =>
      createUser(services, trx, { name, email: `${name}@example.com`, passwordHash: '-', role, verified: true }),
    )
  const owner = await user('owner')
  const stranger = await user('stranger')
  const admin = await user('admin', 'admin')

  async function session(userId: string, state: 'full' | 'challenge'): Promise<Record<string, string>> {
    const secret = ids.token(32)
    const times = { created_at: now, seen_at: now, expires_at: now + 1e9 }
    await db
      .insertInto('sessions')
      .values({ id: digest(secret), user_id: userId, state, user_agent: '', address: '', ...times })
      .execute()
    return { [sessionCookie]: secret }
  }

  async function folder(ownerId: string, parentId?: string, trashRoot?: string): Promise<string> {
    const id = ids.next()
    const space = await db
      .selectFrom('spaces')
      .select(['id', 'root_id'])
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    const trash = trashRoot === 'itself' ? id : (trashRoot ?? null)
    await db
      .insertInto('entries')
      .values({
        id,
        space_id: space.id,
        owner_id: ownerId,
        creator_id: ownerId,
        parent_id: parentId ?? space.root_id,
        kind: 'folder',
        name: id,
        name_key: id,
        color: null,
        emoji: null,
        mime: null,
        blob_id: null,
        sha256: null,
        trash_root_id: trash,
        trashed_at: trash === null ? null : now,
        created_at: now,
        updated_at: now,
      })
      .execute()
    return id
  }

  async function file(ownerId: string, parentId?: string, trashRoot?: string): Promise<string> {
    const id = await folder(ownerId, parentId, trashRoot)
    const blobId = ids.next()
    const content = { size: 4, sha256: '9'.repeat(64) }
    await db
      .insertInto('blobs')
      .values({ id: blobId, ...content, created_at: now })
      .execute()
    const blobs = openBlobs(services.config)
    await blobs.begin(blobId)
    await blobs.writeAt(blobId, 0, Readable.from([[Buffer.from('text')]]))
    await blobs.complete(blobId, content.size)
    await db
      .updateTable('entries')
      .set({ kind: 'file', mime: 'text/plain', blob_id: blobId, ...content })
      .where('id', '=', id)
      .execute()
    return id
  }

  async function share(
    entryId: string,
    ownerId: string,
    more: { password?: string; expires?: number; permission?: 'editor' } = {},
  ) {
    const row = { id: ids.next(), token: ids.token() }
    await db
      .insertInto('shares')
      .values({
        ...row,
        entry_id: entryId,
        owner_id: ownerId,
        permission: more.permission ?? 'visitor',
        password_hash: more.password ?? null,
        expire_in: null,
        expires_at: more.expires ?? null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    return row
  }

  async function upload(ownerId: string): Promise<string> {
    const id = ids.token()
    const times = { created_at: now, updated_at: now, expires_at: now + 1e9 }
    await db
      .insertInto('uploads')
      .values({
        actor: `u:${ownerId}`,
        upload_id: id,
        owner_id: ownerId,
        creator_id: ownerId,
        parent_id: await homeRootId(db, ownerId),
        name: 'x',
        path: '',
        size: 1,
        offset: 0,
        reserved: 0,
        blob_id: ids.next(),
        replace_existing: 0,
        status: 'receiving',
        entry_id: null,
        ...times,
      })
      .execute()
    return id
  }

  const named = async (ownerId: string, trashed: boolean): Promise<Named> => {
    const entry = await folder(ownerId, undefined, trashed ? 'itself' : undefined)
    return { entry, share: (await share(entry, ownerId)).token, upload: await upload(ownerId) }
  }

  const third = await user('third')
  const own = await named(owner, false)
  const trashed = await named(owner, true)
  const foreign = await named(third, false)
  const foreignFile = await file(third)
  const unknown = { entry: ids.next(), share: ids.token(), upload: ids.token() }
  const things = {
    nothing: '',
    'own root': await homeRootId(db, owner),
    'own folder': own.entry,
    'own file': await file(owner),
    'own trashed folder': trashed.entry,
    'own trashed file': await file(owner, undefined, 'itself'),
    'foreign root': await homeRootId(db, third),
    'foreign folder': foreign.entry,
    'foreign file': foreignFile,
    'foreign trashed file': await file(third, undefined, 'itself'),
    'unknown id': unknown.entry,
    'own link': own.share,
    'own link to a trashed folder': trashed.share,
    'foreign link': foreign.share,
    'unknown link': unknown.share,
    'own upload': own.upload,
    'foreign upload': foreign.upload,
    'unknown upload': unknown.upload,
  }

  const outside = await folder(owner)
  const inLink = {} as Record<Link, Record<string, string>>
  async function link(kind: Link): Promise<Fixture['link'][Link]> {
    const root = await folder(owner, undefined, kind === 'suspended' ? 'itself' : undefined)
    const trash = kind === 'suspended' ? root : undefined
    const child = await folder(owner, root, trash)
    const binned = await folder(owner, root, trash ?? 'itself')
    const row = await share(root, owner, {
      ...((kind === 'locked' || kind === 'unlocked') && { password: '-' }),
      ...(kind === 'expired' && { expires: now - 1 }),
      ...(kind === 'editor' && { permission: 'editor' as const }),
    })
    const cookies: Record<string, string> = {}
    if (kind === 'unlocked') {
      const secret = ids.token(32)
      cookies[grantCookie(row.id)] = secret
      await db
        .insertInto('share_grants')
        .values({ id: digest(secret), share_id: row.id, grant_version: 1, created_at: now, expires_at: now + 1e9 })
        .execute()
    }
    if (kind === 'revoked') {
      await transact((trx) => endShares(trx, owner, [row.token], { reason: 'revoked', now }))
    }
    const inside = { live: child, trashed: binned, foreign: outside, unknown: ids.next() }
    inLink[kind] = {
      nothing: '',
      'the shared folder': root,
      'a folder inside': child,
      'a file inside': await file(owner, root, trash),
      'a file further inside': await file(owner, child, trash),
      'a trashed folder inside': binned,
      'a trashed file inside': await file(owner, root, trash ?? 'itself'),
      'a folder outside': outside,
      'a file outside': await file(owner),
      'the root above': await homeRootId(db, owner),
      'a foreign folder': foreign.entry,
      'a foreign file': foreignFile,
      'an unknown id': ids.next(),
    }
    return { token: row.token, grant: grantCookie(row.id), cookies, inside }
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
    named: { live: own, trashed, foreign, unknown },
    link: {
      open: await link('open'),
      editor: await link('editor'),
      unlocked: await link('unlocked'),
      locked: await link('locked'),
      expired: await link('expired'),
      revoked: await link('revoked'),
      suspended: await link('suspended'),
    },
  }
}
