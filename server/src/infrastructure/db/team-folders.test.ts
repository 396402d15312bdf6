import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('a filled database keeps its spaces, trash and links, and spaces take members and invitations with them', async () => {
  const { db, migrate, remove } = await databaseBefore('0024')
  await db.transaction().execute(async (trx) => {
    await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
      values ('u', 'u@example.com', 'U', '', 'user', 'red', 0, 0), ('m', 'm@example.com', 'M', '', 'user', 'red', 0, 0)`.execute(
      trx,
    )
    await sql`insert into spaces (id, kind, owner_id, root_id)
      values ('s', 'home', 'u', 'root'), ('t', 'team', 'u', 'team')`.execute(trx)
    await sql`insert into entries
      (id, space_id, owner_id, parent_id, kind, name, name_key, trash_root_id, trashed_at, created_at, updated_at) values
      ('root', 's', 'u', null, 'root', '', '', null, null, 0, 0),
      ('f', 's', 'u', 'root', 'folder', 'F', 'f', 'f', 1, 0, 0)`.execute(trx)
    await sql`insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
      values ('l', 'token', 'f', 'u', 'visitor', 0, 0)`.execute(trx)
  })

  await migrate()

  const spaces = db.selectFrom('spaces').select(['id', 'members_can_share']).orderBy('id')
  expect(await spaces.execute()).toEqual([
    { id: 's', members_can_share: 0 },
    { id: 't', members_can_share: 0 },
  ])
  const trashed = db.selectFrom('entries').select(['id', 'trashed_by']).where('trash_root_id', 'is not', null)
  expect(await trashed.execute()).toEqual([{ id: 'f', trashed_by: null }])
  expect(await db.selectFrom('shares').select(['id', 'creator_id']).execute()).toEqual([{ id: 'l', creator_id: null }])

  await db
    .insertInto('team_members')
    .values({ space_id: 't', user_id: 'm', permission: 'can_edit', created_at: 0 })
    .execute()
  const invitation = {
    space_id: 't',
    email: 'n@example.com',
    permission: 'can_view' as const,
    color: '#000000',
    inviter_id: 'u',
    status: 'pending' as const,
    expires_at: 9,
    created_at: 0,
    updated_at: 0,
  }
  await db
    .insertInto('team_invitations')
    .values({ ...invitation, id: 'i' })
    .execute()
  const twice = db.insertInto('team_invitations').values({ ...invitation, id: 'j' })
  await expect(twice.execute()).rejects.toMatchObject({ code: 'unique' })
  // An account goes with nothing that others still use: whoever deletes it has to decide about its spaces first.
  const owner = db.deleteFrom('users').where('id', '=', 'u')
  await expect(owner.execute()).rejects.toMatchObject({ code: 'foreign-key' })
  await db.deleteFrom('spaces').where('id', '=', 't').execute()
  expect(await db.selectFrom('team_members').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('team_invitations').select(['id', 'space_id']).execute()).toEqual([
    { id: 'i', space_id: null },
  ])
  await remove()
})
