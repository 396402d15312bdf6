import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('links of a filled database keep their visits, and their entries can have further ones', async () => {
  const { db, migrate, remove } = await databaseBefore('0023')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
  })
  const link = (id: string) =>
    sql`
    insert into shares (id, token, entry_id, owner_id, permission, password_hash, grant_version, expire_in, expires_at,
      created_at, updated_at)
    values (${id}, ${`token-${id}`}, 'e', 'u', 'editor', 'hash', 3, 24, 5, 1, 2)`.execute(db)
  await link('l')
  await expect(link('m')).rejects.toThrow(/unique/i)
  await sql`insert into share_grants (id, share_id, grant_version, created_at, expires_at)
    values ('g', 'l', 3, 1, 9)`.execute(db)

  await migrate()

  const links = db.selectFrom('shares').selectAll().orderBy('id')
  expect(await links.execute()).toMatchObject([
    {
      id: 'l',
      token: 'token-l',
      entry_id: 'e',
      owner_id: 'u',
      name: null,
      download_limit: null,
      downloads: 0,
      permission: 'editor',
      password_hash: 'hash',
      grant_version: 3,
      expire_in: 24,
      expires_at: 5,
      created_at: 1,
      updated_at: 2,
    },
  ])
  await link('m')
  await expect(sql`update shares set token = 'token-l' where id = 'm'`.execute(db)).rejects.toThrow(/unique/i)
  const grants = db.selectFrom('share_grants').select(['id', 'share_id', 'grant_version', 'expires_at'])
  expect(await grants.execute()).toEqual([{ id: 'g', share_id: 'l', grant_version: 3, expires_at: 9 }])
  await db.deleteFrom('shares').where('id', '=', 'l').execute()
  expect(await grants.execute()).toEqual([])
  await db.deleteFrom('entries').where('id', '=', 'e').execute()
  expect(await links.execute()).toEqual([])
  await remove()
})
