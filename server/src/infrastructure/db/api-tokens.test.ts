import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('a filled database gets a table for API tokens, which end with their user', async () => {
  const { db, migrate, remove } = await databaseBefore('0033')
  await insertUser(db)

  await migrate()

  const row = {
    id: 't',
    digest: 'd',
    user_id: 'u',
    name: 'N',
    scopes: 'files:read',
    prefix: 'holdall_abcd',
    password_version: null,
    created_at: 1,
    expires_at: null,
    last_used_at: null,
  }
  await db.insertInto('api_tokens').values(row).execute()
  const again = db.insertInto('api_tokens').values({ ...row, id: 'other' })
  await expect(again.execute()).rejects.toMatchObject({ code: 'unique' })
  expect(await db.selectFrom('api_tokens').selectAll().execute()).toMatchObject([row])
  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('api_tokens').selectAll().execute()).toEqual([])
  await remove()
})
