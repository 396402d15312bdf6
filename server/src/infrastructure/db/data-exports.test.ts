import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('each user of a filled database can have one copy of the data, which outlasts the account', async () => {
  const { db, migrate, remove } = await databaseBefore('0039')
  await insertUser(db)

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
