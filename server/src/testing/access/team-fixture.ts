import { shift } from '../../features/storage/quota.store.ts'
import type { TeamPermission } from '@holdall/api'
import { insertEntry } from '../../features/entries/entry.store.ts'
import { entryOf, inSpace, type Space } from '../../features/entries/space.store.ts'
import { insertShare } from '../../features/share-links/share-link.store.ts'
import { createTeamFolder } from '../../features/teams/team-service.ts'
import { insertMember } from '../../features/teams/team.store.ts'
import { trash } from '../../features/trash/trash.store.ts'
import { createUser } from '../../features/users/create-user.store.ts'
import { seedSession } from '../seed-session.ts'
import { storeText } from '../stored-text.ts'
import type { TestApp } from '../test-app.ts'

export type Member = 'owner' | 'editor' | 'viewer' | 'former'

export interface TeamFixture {
  readonly userIds: Readonly<Record<Member, string>>
  readonly cookies: Readonly<Record<Member, Readonly<Record<string, string>>>>
  /** All that a call may name, by the words in the rows of the access table. */
  readonly things: Readonly<Record<string, string>>
}

/** A team folder whose members with can_edit may make links, with members and one who was a member before. */
export async function makeTeamFixture(app: TestApp): Promise<TeamFixture> {
  const { services, clock } = app
  const { db, ids, transact } = services
  const now = clock.now()

  async function user(name: string): Promise<string> {
    const email = `team-${name}@example.com`
    return transact((trx) =>
      createUser(services, trx, { name, email, passwordHash: '-', role: 'user', verified: true }),
    )
  }
  const session = async (userId: string) => (await seedSession(app, userId)).cookies
  const userIds = {
    owner: await user('owner'),
    editor: await user('editor'),
    viewer: await user('viewer'),
    former: await user('former'),
  }
  const actor = { kind: 'user', userId: userIds.owner, role: 'user', sessionId: '' } as const
  const rootId = await createTeamFolder(services, actor, { name: 'Team', invitations: [], members_can_share: true })
  const root = await db.selectFrom('entries').selectAll().where('id', '=', rootId).executeTakeFirstOrThrow()
  const space: Space = await db
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', root.space_id)
    .executeTakeFirstOrThrow()
  const join = (userId: string, permission: TeamPermission) =>
    inSpace(transact, space, (trx) =>
      insertMember(trx, { space_id: space.id, user_id: userId, permission, created_at: now }),
    )
  await join(userIds.editor, 'can_edit')
  await join(userIds.viewer, 'can_view')

  async function entry(kind: 'folder' | 'file', parentId = rootId): Promise<string> {
    const id = ids.next()
    const row = { id, space, creatorId: userIds.editor, parentId, name: id, now }
    const content = kind === 'file' ? await storeText(app) : null
    await inSpace(transact, space, async (trx) => {
      await insertEntry(trx, content ? { ...row, kind: 'file', content } : { ...row, kind: 'folder' })
      await shift(trx, space.owner_id, { bytes: 0, items: 1 })
    })
    return id
  }
  async function trashed(created: Promise<string>, by: string): Promise<string> {
    const id = await created
    await inSpace(transact, space, async (trx) => {
      const row = await entryOf(trx, space.id, id)
      await trash(trx, [row!], { now, by })
    })
    return id
  }
  async function link(creatorId: string | null): Promise<string> {
    const token = ids.token()
    const entryId = await entry('folder')
    await transact(async (trx) => {
      await shift(trx, userIds.owner, { bytes: 0, items: 1 })
      await insertShare(trx, {
        id: ids.next(),
        token,
        entry_id: entryId,
        owner_id: userIds.owner,
        name: null,
        creator_id: creatorId,
        permission: 'visitor',
        can_download: 1,
        password_hash: null,
        grant_version: 1,
        expire_in: null,
        expires_at: null,
        download_limit: null,
        downloads: 0,
        created_at: now,
        updated_at: now,
      })
    })
    return token
  }

  const folder = await entry('folder')
  return {
    userIds,
    cookies: {
      owner: await session(userIds.owner),
      editor: await session(userIds.editor),
      viewer: await session(userIds.viewer),
      former: await session(userIds.former),
    },
    things: {
      nothing: '',
      'team folder': rootId,
      'folder inside': folder,
      'file inside': await entry('file'),
      'file further inside': await entry('file', folder),
      'folder trashed by the editor': await trashed(entry('folder'), userIds.editor),
      'file trashed by the editor': await trashed(entry('file'), userIds.editor),
      'file trashed by the owner': await trashed(entry('file'), userIds.owner),
      'link of the editor': await link(userIds.editor),
      'link of the owner': await link(null),
    },
  }
}
