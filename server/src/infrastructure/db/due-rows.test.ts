import { sql } from 'kysely'
import { dueGarbage } from '../../features/storage/garbage.store.ts'
import { expired } from '../../features/uploads/upload.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('what is due in a filled database is found in its order once it is indexed', async () => {
  const { db, migrate, remove } = await databaseBefore('0006')
  await insertUser(db)
  await sql`insert into garbage (blob_id, collect_at) values ('c', 1), ('b', 2), ('a', 2), ('d', 3)`.execute(db)
  for (const [id, expiresAtMs] of [
    ['c', 1],
    ['b', 2],
    ['a', 2],
    ['d', 3],
  ] as const) {
    await sql`insert into uploads (actor, upload_id, owner_id, parent_id, name, path, "offset", reserved, blob_id,
        replace_existing, status, expires_at, created_at, updated_at)
      values ('u:u', ${id}, 'u', 'p', 'n', '', 0, 0, ${id}, 0, 'receiving', ${expiresAtMs}, 0, 0)`.execute(db)
  }

  await migrate()

  const [first, ...others] = await dueGarbage(db, 2, 500)
  expect([first, ...others].map((row) => row?.blob_id)).toEqual(['c', 'a', 'b'])
  expect(await dueGarbage(db, 2, 500, first)).toEqual(others)
  const [oldest, ...further] = await expired(db, 2, 100)
  expect([oldest, ...further].map((row) => row?.upload_id)).toEqual(['c', 'a', 'b'])
  expect(await expired(db, 2, 100, oldest)).toEqual(further)
  await remove()
})
