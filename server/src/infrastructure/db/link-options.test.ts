import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('links of a filled database allow downloads, and its remote uploads are those of users', async () => {
  const { db, migrate, remove } = await databaseBefore('0026')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    await sql`insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
      values ('l', 'token', 'e', 'u', 'visitor', 0, 0)`.execute(trx)
    await sql`insert into remote_uploads (id, user_id, creator_id, space_id, parent_id, status, created_at, updated_at)
      values ('r', 'u', 'u', 's', 'e', 'running', 0, 0)`.execute(trx)
  })

  await migrate()

  expect(await db.selectFrom('shares').select(['id', 'can_download']).execute()).toEqual([{ id: 'l', can_download: 1 }])
  expect(await db.selectFrom('remote_uploads').select(['id', 'share_id', 'visitor_id']).execute()).toEqual([
    { id: 'r', share_id: null, visitor_id: null },
  ])
  await remove()
})
