import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('each user of a filled database can have one copy of the data, which outlasts the account', async () => {
  const { db, migrate, remove } = await databaseBefore('0039')
  await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
    values ('u', 'u@example.com', 'U', '', 'user', 'red', 0, 0)`.execute(db)

  await migrate()

  const row = { user_id: 'u', status: 'queued', created_at: 1, updated_at: 1 } as const
  const rest = { reason: null, blob_id: 'b', size: 2 ** 40, finished_at: null, expires_at: null }
  await db
    .insertInto('data_exports')
    .values({ id: 'e', ...row, ...rest })
    .execute()
  await expect(
    db
      .insertInto('data_exports')
      .values({ id: 'f', ...row, ...rest })
      .execute(),
  ).rejects.toMatchObject({ code: 'unique' })
  await db.deleteFrom('users').where('id', '=', 'u').execute()
  expect(await db.selectFrom('data_exports').selectAll().execute()).toMatchObject([
    { id: 'e', ...row, ...rest, attempts: 0, processed: 0, total: 0, missing: 0 },
  ])
  await remove()
})
