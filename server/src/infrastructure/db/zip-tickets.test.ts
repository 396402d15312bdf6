import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('a filled database gets a table for prepared zips, with one row for each token', async () => {
  const { db, migrate, remove } = await databaseBefore('0025')
  await insertUser(db)

  await migrate()

  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }])
  const row = { id: 't', holder: 'u', ids: 1, expires_at: 1, selection: '{}' }
  await db.insertInto('zip_tickets').values(row).execute()
  await expect(db.insertInto('zip_tickets').values(row).execute()).rejects.toMatchObject({ code: 'unique' })
  expect(await db.selectFrom('zip_tickets').selectAll().execute()).toMatchObject([row])
  await remove()
})
