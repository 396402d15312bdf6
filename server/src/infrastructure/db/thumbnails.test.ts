import { sql } from 'kysely'
import { contentsToRender } from '../../features/thumbnails/thumbnail.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('the contents of a filled database are still to be rendered, the newest first', async () => {
  const { db, migrate, remove } = await databaseBefore('0011')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    for (const [id, at] of [
      ['old', 1],
      ['new', 2],
      ['unused', 3],
    ] as const) {
      await sql`insert into blobs (id, size, sha256, created_at) values (${id}, 5, 'x', ${at})`.execute(trx)
    }
    for (const [id, parent, kind, blob] of [
      ['root', null, 'root', null],
      ['a', 'root', 'file', 'old'],
      ['b', 'root', 'file', 'new'],
      ['copy', 'root', 'file', 'new'],
    ] as const) {
      await sql`insert into entries
        (id, space_id, owner_id, parent_id, kind, name, name_key, size, mime, blob_id, created_at, updated_at)
        values (${id}, 's', 'u', ${parent}, ${kind}, ${id}, ${id}, 5, 'image/png', ${blob}, 0, 0)`.execute(trx)
    }
  })

  await migrate()

  const found = await contentsToRender(db, 10)
  expect(found.map(({ id, mime }) => [id, mime])).toEqual([
    ['unused', null],
    ['new', 'image/png'],
    ['old', 'image/png'],
  ])
  expect((await contentsToRender(db, 10, found[1])).map(({ id }) => id)).toEqual(['old'])
  await remove()
})
