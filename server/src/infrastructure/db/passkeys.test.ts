import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('accounts of a filled database can have passkeys, each credential once, and they end with their account', async () => {
  const { db, migrate, remove } = await databaseBefore('0032')
  await insertUser(db)

  await migrate()

  const row = {
    user_id: 'u',
    credential_id: 'c',
    public_key: 'k',
    counter: 2 ** 32 - 1,
    transports: '[]',
    name: 'Phone',
  }
  const times = { created_at: 1, last_used_at: null }
  await db
    .insertInto('passkeys')
    .values({ id: 'p', ...row, ...times })
    .execute()
  await expect(
    db
      .insertInto('passkeys')
      .values({ id: 'q', ...row, ...times })
      .execute(),
  ).rejects.toMatchObject({ code: 'unique' })
  expect(await db.selectFrom('passkeys').selectAll().execute()).toMatchObject([{ id: 'p', ...row, is_backed_up: 0 }])
  await db.deleteFrom('users').where('id', '=', 'u').execute()
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  await remove()
})
