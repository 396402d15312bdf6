import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('upload requests of a filled database keep the idle rule and their end; new ones need none', async () => {
  const { db, migrate, remove } = await databaseBefore('0056')
  await db.transaction().execute(async (trx) => {
    await insertUserWithHome(trx)
    await sql`
      insert into upload_requests (
        id, token, owner_id, parent_id, root_id, name, status, closes_at, files_received, ended_at, ended_by, created_at,
        updated_at
      ) values
        ('a', 'ta', 'u', 'e', 'ra', 'A', 'active', 9, 0, null, null, 0, 0),
        ('b', 'tb', 'u', 'e', 'rb', 'B', 'filling', 4102444800000, 3, null, null, 0, 0),
        ('c', 'tc', 'u', 'e', 'rc', 'C', 'filled', 7, 1, 8, 'visitor', 0, 0)`.execute(trx)
  })

  await migrate()

  const rows = async () => {
    const columns = ['id', 'status', 'closes_at', 'closes_when_idle', 'files_received', 'ended_at'] as const
    return db.selectFrom('upload_requests').select(columns).orderBy('id').execute()
  }
  const idle = { closes_when_idle: 1 }
  const before = [
    { ...idle, id: 'a', status: 'active', closes_at: 9, files_received: 0, ended_at: null },
    { ...idle, id: 'b', status: 'filling', closes_at: 4102444800000, files_received: 3, ended_at: null },
    { ...idle, id: 'c', status: 'filled', closes_at: 7, files_received: 1, ended_at: 8 },
  ]
  expect(await rows()).toEqual(before)
  const withoutEnd = { closes_at: null, closes_when_idle: 0 } as const
  await db.updateTable('upload_requests').set(withoutEnd).where('id', '=', 'b').execute()
  expect((await rows())[1]).toMatchObject(withoutEnd)
  const endedWithoutTime = db.updateTable('upload_requests').set({ status: 'filled' }).where('id', '=', 'a').execute()
  await expect(endedWithoutTime).rejects.toThrow(/upload_requests_end|CHECK/)
  await remove()
})
