import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('accounts of a filled database count their deleted contents', async () => {
  const { db, migrate, remove } = await databaseBefore('0053')
  await insertUser(db)
  await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
    values ('none', 'none@example.com', 'n', 'x', 'user', '#000', 0, 0)`.execute(db)
  await sql`insert into garbage (blob_id, owner_id, size, collect_at)
    values ('a', 'u', 3, 7), ('b', 'u', 0, 7), ('c', null, 0, 7)`.execute(db)

  await migrate()

  const counts = await db.selectFrom('users').select(['id', 'garbage_count']).orderBy('id').execute()
  expect(counts.map(({ id, garbage_count: contents }) => [id, Number(contents)])).toEqual([
    ['none', 0],
    ['u', 2],
  ])
  await expect(db.updateTable('users').set({ garbage_count: -1 }).execute()).rejects.toMatchObject({ code: 'check' })
  await remove()
})
