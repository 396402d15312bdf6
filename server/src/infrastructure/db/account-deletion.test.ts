import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('no account of a filled database is to be deleted, and each may be, once', async () => {
  const { db, migrate, remove } = await databaseBefore('0038')
  await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
    values ('u', 'u@example.com', 'U', '', 'user', 'red', 0, 0)`.execute(db)

  await migrate()

  expect(await db.selectFrom('users').select(['id', 'deletes_at']).execute()).toEqual([{ id: 'u', deletes_at: null }])
  const row = { user_id: 'u', email: 'u@example.com', team_folders: '[]', requested_at: 1 }
  await db.insertInto('account_deletions').values(row).execute()
  await expect(db.insertInto('account_deletions').values(row).execute()).rejects.toMatchObject({ code: 'unique' })

  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('account_deletions').selectAll().execute()).toEqual([])
  await remove()
})
