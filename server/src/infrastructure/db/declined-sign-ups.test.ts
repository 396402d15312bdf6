import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('each user of a filled database has at most one declined sign-up, which goes with the account', async () => {
  const { db, migrate, remove } = await databaseBefore('0040')
  await insertUser(db)

  await migrate()

  const declined = { user_id: 'u', password_hash: 'h' }
  await db.insertInto('declined_sign_ups').values(declined).execute()
  await expect(db.insertInto('declined_sign_ups').values(declined).execute()).rejects.toMatchObject({ code: 'unique' })
  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('declined_sign_ups').selectAll().execute()).toEqual([])
  await remove()
})
