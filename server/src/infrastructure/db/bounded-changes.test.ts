import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('the spaces of a filled database are not being given to another account, and its ended links are kept', async () => {
  const { db, migrate, remove } = await databaseBefore('0054')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    await sql`insert into unfinished_trash (root_id, change_id) values ('f', 'c')`.execute(trx)
    await sql`insert into ended_shares (token, reason, ended_at) values ('t', 'revoked', 5)`.execute(trx)
  })

  await migrate()

  const spaces = () => db.selectFrom('spaces').select(['owner_id', 'next_owner_id']).execute()
  expect(await spaces()).toEqual([{ owner_id: 'u', next_owner_id: null }])
  await db.updateTable('spaces').set({ next_owner_id: 'v' }).execute()
  expect(await spaces()).toEqual([{ owner_id: 'u', next_owner_id: 'v' }])
  const [unfinished] = await db.selectFrom('unfinished_trash').selectAll().execute()
  expect(unfinished).toMatchObject({ root_id: 'f', change_id: 'c', from_root_id: null })
  const [ended] = await db.selectFrom('ended_shares').selectAll().execute()
  expect(ended).toMatchObject({ token: 't', reason: 'revoked', owner_id: null })
  await remove()
})
