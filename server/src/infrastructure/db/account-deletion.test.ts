import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('no account of a filled database is to be deleted, and each may be, once', async () => {
  const { db, migrate, remove } = await databaseBefore('0038')
  await insertUser(db)

  await migrate()

  expect(await db.selectFrom('users').select(['id', 'deletes_at']).execute()).toEqual([{ id: 'u', deletes_at: null }])
  const row = { user_id: 'u', email: 'u@example.com', team_folders: '[]', requested_at: 1 }
  await db.insertInto('account_deletions').values(row).execute()
  await expect(db.insertInto('account_deletions').values(row).execute()).rejects.toMatchObject({ code: 'unique' })

  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('account_deletions').selectAll().execute()).toEqual([])
  await remove()
})
