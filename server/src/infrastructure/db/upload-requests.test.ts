import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('entries and uploads of a filled database came through no request; a request outlives its folder, not its owner', async () => {
  const { db, migrate, remove } = await databaseBefore('0022')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    await sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, created_at, updated_at)
      values ('f', 's', 'u', 'e', 'folder', 'f', 'f', 0, 0)`.execute(trx)
    await sql`
      insert into uploads (actor, upload_id, owner_id, parent_id, name, path, size, "offset", reserved, blob_id,
        replace_existing, status, expires_at, created_at, updated_at)
      values ('u:u', 'upload', 'u', 'e', 'n', '', 9, 4, 9, 'b', 1, 'receiving', 5, 0, 0)`.execute(trx)
  })

  await migrate()

  for (const table of ['entries', 'uploads'] as const) {
    const rows = await db.selectFrom(table).select('upload_request_id').distinct().execute()
    expect(rows).toEqual([{ upload_request_id: null }])
  }
  await sql`insert into upload_requests (id, token, owner_id, parent_id, root_id, name, status, closes_at, created_at,
    updated_at) values ('r', 'token', 'u', 'f', 'g', 'Name', 'active', 9, 0, 0)`.execute(db)
  const withoutEnd = db.updateTable('upload_requests').set({ status: 'filled' }).execute()
  await expect(withoutEnd).rejects.toThrow(/upload_requests_end|CHECK/)
  await db.deleteFrom('entries').where('id', '=', 'f').execute()
  const found = db.selectFrom('upload_requests').select(['parent_id', 'files_received'])
  expect(await found.execute()).toEqual([{ parent_id: null, files_received: 0 }])
  await db.transaction().execute(async (trx) => {
    for (const table of ['uploads', 'entries', 'spaces', 'users'] as const) await trx.deleteFrom(table).execute()
  })
  expect(await found.execute()).toEqual([])
  await remove()
})
