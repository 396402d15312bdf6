import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('uploads of a filled database are those of users, and later ones can be by a link', async () => {
  const { db, migrate, remove } = await databaseBefore('0021')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    await sql`
      insert into uploads (actor, upload_id, owner_id, parent_id, name, path, size, "offset", reserved, blob_id,
        replace_existing, status, expires_at, created_at, updated_at)
      values ('u:u', 'upload', 'u', 'e', 'n', '', 9, 4, 9, 'b', 1, 'receiving', 5, 0, 0)`.execute(trx)
  })

  await migrate()

  const uploads = db.selectFrom('uploads').select(['upload_id', 'offset', 'share_id'])
  expect(await uploads.execute()).toEqual([{ upload_id: 'upload', offset: 4, share_id: null }])
  await db.updateTable('uploads').set({ share_id: 'link' }).execute()
  expect(await uploads.executeTakeFirst()).toMatchObject({ share_id: 'link' })
  await remove()
})
