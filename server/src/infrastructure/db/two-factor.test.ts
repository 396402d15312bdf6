import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('accounts of a filled database have neither a secret nor recovery codes', async () => {
  const { db, migrate, remove } = await databaseBefore('0031')
  await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
    values ('u', 'u@example.com', 'U', 'h', 'user', 'red', 0, 0)`.execute(db)

  await migrate()

  expect(await db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  const [user] = await db.selectFrom('users').selectAll().execute()
  expect(user).toMatchObject({ id: 'u', two_factor_confirmed_at: null })
  await remove()
})
