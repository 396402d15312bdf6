import { sql } from 'kysely'
import { databaseBefore, type OldDatabase } from '../../testing/database-before.ts'

interface OldUser {
  readonly id: string
  readonly role?: 'user' | 'admin'
  readonly createdAt?: number
  readonly verifiedAt: number | null
  readonly firstSignInAt?: number | null
}

const insert = (
  { db }: OldDatabase,
  { id, role = 'user', createdAt = 100, verifiedAt, firstSignInAt = null }: OldUser,
) =>
  sql`insert into users (id, email, name, password_hash, role, color, verified_at, first_sign_in_at, created_at, updated_at)
    values (${id}, ${`${id}@example.com`}, 'U', 'hash', ${role}, 'red', ${verifiedAt}, ${firstSignInAt}, ${createdAt}, 0)`.execute(
    db,
  )
const own = (db: OldDatabase['db']) =>
  db.selectFrom('users').select(['id', 'verified_at', 'usable_unconfirmed']).orderBy('id').execute()

test('addresses of a filled database that were confirmed by the sign-up are so no more, that of the owner excepted', async () => {
  const old = await databaseBefore('0042')
  const demo = '00000000-0000-7000-8000-00000000de30'
  await insert(old, { id: 'earlier-admin', role: 'admin', createdAt: 50, verifiedAt: 50 })
  await insert(old, { id: 'owner', role: 'admin', verifiedAt: 100, firstSignInAt: 101 })
  await insert(old, { id: 'at-once', verifiedAt: 100, firstSignInAt: 101 })
  await insert(old, { id: 'by-mail', verifiedAt: 200, firstSignInAt: 201 })
  await insert(old, { id: 'changed', verifiedAt: 300, firstSignInAt: 150 })
  await insert(old, { id: 'waiting', verifiedAt: null })
  await insert(old, { id: demo, verifiedAt: 100 })
  await sql`insert into settings (name, value, updated_at) values ('installation.owner', '"owner"', 1)`.execute(old.db)

  await old.migrate()

  expect(await own(old.db)).toEqual([
    { id: demo, verified_at: 100, usable_unconfirmed: 0 },
    { id: 'at-once', verified_at: null, usable_unconfirmed: 1 },
    { id: 'by-mail', verified_at: 200, usable_unconfirmed: 0 },
    { id: 'changed', verified_at: 150, usable_unconfirmed: 0 },
    { id: 'earlier-admin', verified_at: null, usable_unconfirmed: 1 },
    { id: 'owner', verified_at: 100, usable_unconfirmed: 0 },
    { id: 'waiting', verified_at: null, usable_unconfirmed: 0 },
  ])
  await old.remove()
})

test.each(['null', undefined])(
  'where the setting of the owner is %j, that is the first administrator',
  async (value) => {
    const old = await databaseBefore('0042')
    await insert(old, { id: 'user', createdAt: 1, verifiedAt: 1 })
    await insert(old, { id: 'first', role: 'admin', createdAt: 2, verifiedAt: 2 })
    await insert(old, { id: 'second', role: 'admin', createdAt: 3, verifiedAt: 3 })
    if (value) {
      await sql`insert into settings (name, value, updated_at) values ('installation.owner', ${value}, 1)`.execute(
        old.db,
      )
    }
    await old.migrate()
    expect(await own(old.db)).toEqual([
      { id: 'first', verified_at: 2, usable_unconfirmed: 0 },
      { id: 'second', verified_at: null, usable_unconfirmed: 1 },
      { id: 'user', verified_at: null, usable_unconfirmed: 1 },
    ])
    await old.remove()
  },
)

test('a filled database without any account is migrated', async () => {
  const old = await databaseBefore('0042')
  await old.migrate()
  expect(await own(old.db)).toEqual([])
  await old.remove()
})
