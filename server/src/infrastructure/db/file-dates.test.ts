import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('files of a filled database keep their rows, and replaced contents get the date of their upload', async () => {
  const { db, migrate, remove } = await databaseBefore('0055')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    await sql`insert into blobs (id, size, sha256, created_at) values ('first', 1, 'x', 10), ('second', 1, 'x', 20)`.execute(
      trx,
    )
    await sql`
      insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, blob_id, version, created_at, updated_at)
      values ('folder', 's', 'u', 'e', 'folder', 'd', 'd', null, 1, 5, 6), ('same', 's', 'u', 'e', 'file', 'a', 'a', 'first', 1, 11, 30),
        ('replaced', 's', 'u', 'e', 'file', 'b', 'b', 'second', 2, 10, 40)`.execute(trx)
    await sql`
      insert into file_versions (entry_id, version, blob_id, size, sha256, mime, replaced_at)
      values ('replaced', 1, 'first', 1, 'x', 'text/plain', 20)`.execute(trx)
    await sql`
      insert into uploads (actor, upload_id, owner_id, parent_id, name, path, size, "offset", reserved, blob_id,
        replace_existing, status, expires_at, created_at, updated_at)
      values ('u:u', 'upload', 'u', 'e', 'n', '', 9, 4, 9, 'b', 1, 'receiving', 5, 0, 0)`.execute(trx)
  })

  await migrate()

  const numberOf = (value: number | null) => (value === null ? null : Number(value))
  const entries = await db.selectFrom('entries').select(['id', 'modified_at']).where('kind', '!=', 'root').execute()
  expect(new Map(entries.map(({ id, modified_at: at }) => [id, numberOf(at)]))).toEqual(
    new Map([
      ['folder', null],
      ['same', null],
      ['replaced', 20],
    ]),
  )
  expect(await db.selectFrom('file_versions').select('modified_at').execute()).toEqual([{ modified_at: 10 }])
  expect(await db.selectFrom('uploads').select('modified_at').execute()).toEqual([{ modified_at: null }])
  for (const ms of [-62_135_596_800_000, 253_402_300_799_999]) {
    await db.updateTable('entries').set({ modified_at: ms }).where('id', '=', 'same').execute()
    const row = await db.selectFrom('entries').select('modified_at').where('id', '=', 'same').executeTakeFirstOrThrow()
    expect(numberOf(row.modified_at)).toBe(ms)
  }
  await remove()
})
