import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('a filled database gets one link for a new password for each user, and each challenge once', async () => {
  const { db, migrate, remove } = await databaseBefore('0034')
  await insertUser(db)

  await migrate()

  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 'u' }])
  const reset = { user_id: 'u', token_digest: 'd', email: 'u@example.com', password_version: 0, expires_at: 1 }
  await db.insertInto('password_resets').values(reset).execute()
  await expect(db.insertInto('password_resets').values(reset).execute()).rejects.toMatchObject({ code: 'unique' })
  const used = { id: 'c', expires_at: 1 }
  await db.insertInto('used_challenges').values(used).execute()
  await expect(db.insertInto('used_challenges').values(used).execute()).rejects.toMatchObject({ code: 'unique' })

  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('password_resets').selectAll().execute()).toEqual([])
  await remove()
})
