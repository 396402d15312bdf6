import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('links of a filled database are kept when ended links are stored from then on', async () => {
  const { db, migrate, remove } = await databaseBefore('0004')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
  })
  await sql`insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
    values ('l', 'token', 'e', 'u', 'visitor', 0, 0)`.execute(db)

  await migrate()

  expect(await db.selectFrom('shares').select('token').execute()).toEqual([{ token: 'token' }])
  expect(await db.selectFrom('ended_shares').selectAll().execute()).toEqual([])
  await remove()
})
