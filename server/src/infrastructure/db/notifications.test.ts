import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('a filled database is kept; nobody gets mails, and only who never signed in counts as new', async () => {
  const { db, migrate, remove } = await databaseBefore('0018')
  await db.transaction().execute(async (trx) => {
    await sql`insert into users (id, email, name, password_hash, role, color, verified_at, created_at, updated_at)
      values ('u', 'u@example.com', 'U', '', 'user', 'red', 5, 3, 5), ('v', 'v@example.com', 'V', '', 'user', 'red', null, 4, 4)`.execute(
      trx,
    )
    await sql`insert into user_settings (user_id, first_name, last_name, timezone)
      values ('u', 'Ada', '', '1.0'), ('v', 'V', '', null)`.execute(trx)
  })

  await migrate()

  expect(await db.selectFrom('users').select(['id', 'first_sign_in_at']).orderBy('id').execute()).toEqual([
    { id: 'u', first_sign_in_at: 3 },
    { id: 'v', first_sign_in_at: null },
  ])
  expect(
    await db
      .selectFrom('user_settings')
      .select(['first_name', 'timezone', 'notification_mails'])
      .orderBy('user_id')
      .execute(),
  ).toEqual([
    { first_name: 'Ada', timezone: '1.0', notification_mails: 'never' },
    { first_name: 'V', timezone: null, notification_mails: 'never' },
  ])
  const notification = {
    id: 'n',
    user_id: 'v',
    category: 'security',
    title: 't',
    description: 'd',
    message_values: '{}',
    action: null,
    created_at: 1,
    read_at: null,
  } as const
  await db.insertInto('notifications').values(notification).execute()
  expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([{ ...notification, is_digest_due: 0 }])
  await db.deleteFrom('users').where('id', '=', 'v').execute()
  expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([])
  await remove()
})
