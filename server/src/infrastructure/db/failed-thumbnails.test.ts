import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('contents of a filled database whose thumbnails have failed are tried once more, and no others', async () => {
  const { db, migrate, remove } = await databaseBefore('0041')
  for (const state of ['made', 'failed', 'none', 'no-ffmpeg']) {
    await sql`insert into blobs (id, size, sha256, created_at, thumbnail_state) values (${state}, 5, 'x', 1, ${state})`.execute(
      db,
    )
  }

  await migrate()

  const found = await db.selectFrom('blobs').select(['id', 'thumbnail_state']).orderBy('id').execute()
  expect(found).toEqual([
    { id: 'failed', thumbnail_state: null },
    { id: 'made', thumbnail_state: 'made' },
    { id: 'no-ffmpeg', thumbnail_state: 'no-ffmpeg' },
    { id: 'none', thumbnail_state: 'none' },
  ])
  await remove()
})
