import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('a filled database gets tables for sign-ins by providers, which end with their user', async () => {
  const { db, migrate, remove } = await databaseBefore('0035')
  await insertUser(db, 'hash')

  await migrate()

  expect(await db.selectFrom('users').select(['id', 'password_hash']).execute()).toEqual([
    { id: 'u', password_hash: 'hash' },
  ])
  const identity = { user_id: 'u', provider: 'oidc', issuer: 'https://id.example', subject: 's' } as const
  const link = { ...identity, email: null, created_at: 1, last_used_at: null }
  await db
    .insertInto('linked_sign_ins')
    .values({ id: 'a', ...link })
    .execute()
  await expect(
    db
      .insertInto('linked_sign_ins')
      .values({ id: 'b', ...link })
      .execute(),
  ).rejects.toMatchObject({
    code: 'unique',
  })
  await db
    .insertInto('linked_sign_ins')
    .values({ id: 'b', ...link, issuer: 'https://other.example' })
    .execute()
  const flow = { id: 'f', provider: 'oidc', browser: 'x', user_id: 'u', session_id: 's', redirect: null } as const
  await db
    .insertInto('sign_in_flows')
    .values({ ...flow, expires_at: 1 })
    .execute()
  const pending = { browser: 'x', ...identity, email: 'u@example.com', expires_at: 1 }
  await db.insertInto('pending_links').values(pending).execute()
  expect(await db.selectFrom('pending_links').selectAll().execute()).toEqual([pending])

  await db.deleteFrom('users').where('id', '=', 'u').execute()
  for (const table of ['linked_sign_ins', 'sign_in_flows', 'pending_links'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  await remove()
})
