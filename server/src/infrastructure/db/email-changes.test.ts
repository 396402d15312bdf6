import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('a filled database gets one pending address for each user', async () => {
  const { db, migrate, remove } = await databaseBefore('0037')
  await insertUser(db)

  await migrate()

  expect(await db.selectFrom('users').select(['id', 'email']).execute()).toEqual([{ id: 'u', email: 'u@example.com' }])
  const change = { user_id: 'u', id: 'c', email: 'v@example.com', token_digest: null, password_version: 0 }
  const row = { ...change, created_at: 1, expires_at: 2 }
  await db.insertInto('email_changes').values(row).execute()
  await expect(db.insertInto('email_changes').values(row).execute()).rejects.toMatchObject({ code: 'unique' })

  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('email_changes').selectAll().execute()).toEqual([])
  await remove()
})
