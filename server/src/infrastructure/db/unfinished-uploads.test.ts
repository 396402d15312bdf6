import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('unfinished uploads of a filled database get ids in the order in which they began, and one key can be kept as ended', async () => {
  const { db, migrate, remove } = await databaseBefore('0046')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    for (const [name, status, createdAt] of [
      ['later', 'receiving', 2000],
      ['earlier', 'receiving', 1000],
      ['done', 'done', 1500],
    ] as const) {
      await sql`
        insert into uploads (actor, upload_id, owner_id, parent_id, name, path, size, "offset", reserved, blob_id,
          replace_existing, status, expires_at, created_at, updated_at)
        values ('u:u', ${name}, 'u', 'e', ${name}, '', 9, 4, 9, ${name}, 1, ${status}, 5, ${createdAt}, 0)`.execute(trx)
    }
  })

  await migrate()

  const uploads = await db
    .selectFrom('uploads')
    .select(['name', 'id'])
    .where('id', 'is not', null)
    .orderBy('id')
    .execute()
  expect(uploads.map(({ name }) => name)).toEqual(['earlier', 'later'])
  const ended = { actor: 'u:u', upload_id: 'later', owner_id: 'u', ended_at: 3 }
  await db.insertInto('ended_uploads').values(ended).execute()
  await expect(db.insertInto('ended_uploads').values(ended).execute()).rejects.toMatchObject({ code: 'unique' })
  await remove()
})
