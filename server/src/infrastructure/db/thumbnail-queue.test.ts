import { sql } from 'kysely'
import { nextContent, queueContents } from '../../features/thumbnails/thumbnail-queue.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('contents of a filled database are scheduled once each, and end with their content and owner', async () => {
  const { db, migrate, remove } = await databaseBefore('0044')
  await insertUser(db)
  for (const id of ['a', 'b']) {
    await sql`insert into blobs (id, size, sha256, created_at) values (${id}, 5, 'x', 1)`.execute(db)
  }

  await migrate()

  const queue = (blobId: string, rank: number) =>
    db.transaction().execute((trx) => queueContents(trx, [{ blobId, ownerId: 'u', rank }], 1))
  await queue('a', 1)
  await queue('a', 0)
  await queue('b', 0)
  expect(await nextContent(db, 1)).toEqual({ blob_id: 'b', owner_id: 'u', rank: 0, leased_until: 0 })
  await db.deleteFrom('blobs').where('id', '=', 'b').execute()
  expect(await nextContent(db, 1)).toMatchObject({ blob_id: 'a', rank: 1 })
  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('thumbnail_queue').selectAll().execute()).toEqual([])
  await remove()
})
