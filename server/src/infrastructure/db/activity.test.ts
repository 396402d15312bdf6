import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('a filled database is kept; activities outlive their entries, and the log of a link ends with it', async () => {
  const { db, migrate, remove } = await databaseBefore('0027')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    await sql`insert into shares (id, token, entry_id, owner_id, permission, grant_version, created_at, updated_at)
      values ('l', 'token', 'e', 'u', 'editor', 1, 1, 2)`.execute(trx)
  })

  await migrate()

  expect(await db.selectFrom('shares').selectAll().execute()).toMatchObject([{ id: 'l', token: 'token' }])
  const activity = {
    id: 'a',
    owner_id: 'u',
    actor_kind: 'system',
    actor_id: null,
    kind: 'deleted',
    space_id: 's',
    from_space_id: null,
    entry_id: 'e',
    count: 1,
    folder_id: null,
    from_folder_id: null,
    details: '{}',
    is_for_owner: 1,
    created_at: 5,
  } as const
  await db.insertInto('activities').values(activity).execute()
  const event = { id: 'v', share_id: 'l', kind: 'opened', name: null, address: '192.0.2.0/24', created_at: 5 } as const
  await db.insertInto('share_events').values(event).execute()
  await db.insertInto('share_counts').values({ share_id: 'l', opened: 1, downloaded: 0, uploaded: 0 }).execute()
  await db.deleteFrom('entries').where('id', '=', 'e').execute()
  expect(await db.selectFrom('activities').selectAll().execute()).toEqual([activity])
  expect(await db.selectFrom('share_events').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('share_counts').selectAll().execute()).toEqual([])
  await remove()
})
