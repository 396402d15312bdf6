import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('accounts of a filled database are kept, and one picture in three sizes is added to each at most', async () => {
  const { db, migrate, remove } = await databaseBefore('0015')
  await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
    values ('u', 'u@example.com', 'U', '', 'user', '#00bc7e', 0, 0)`.execute(db)
  for (const id of ['a', 'b', 'c']) {
    await sql`insert into blobs (id, size, sha256, created_at) values (${id}, 5, 'x', 0)`.execute(db)
  }

  await migrate()

  expect(await db.selectFrom('users').select(['id', 'color']).execute()).toEqual([{ id: 'u', color: '#00bc7e' }])
  const insert = (size: 'xs' | 'sm', name: string, blob_id: string) =>
    db.insertInto('avatars').values({ user_id: 'u', size, name, blob_id }).execute()
  await insert('xs', 'one', 'a')
  await expect(insert('xs', 'two', 'b')).rejects.toMatchObject({ code: 'unique' })
  await expect(insert('sm', 'one', 'b')).rejects.toMatchObject({ code: 'unique' })
  await expect(insert('sm', 'two', 'a')).rejects.toMatchObject({ code: 'unique' })
  await expect(insert('sm', 'two', 'unknown')).rejects.toMatchObject({ code: 'foreign-key' })
  await insert('sm', 'two', 'b')
  await remove()
})
