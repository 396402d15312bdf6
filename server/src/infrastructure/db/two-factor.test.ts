import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('accounts of a filled database have neither a secret nor recovery codes', async () => {
  const { db, migrate, remove } = await databaseBefore('0031')
  await insertUser(db, 'h')

  await migrate()

  expect(await db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  const [user] = await db.selectFrom('users').selectAll().execute()
  expect(user).toMatchObject({ id: 'u', two_factor_confirmed_at: null })
  await remove()
})
