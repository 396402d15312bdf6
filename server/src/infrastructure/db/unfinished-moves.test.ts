import { sql } from 'kysely'
import { finishAllMoves } from '../../features/space-moves/follow-moved-entries.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { transactor } from './transact.ts'

test('the entries of a filled database are in the space of their folder, and a later move can be finished', async () => {
  const { db, migrate, remove } = await databaseBefore('0052')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`
      insert into spaces (id, kind, owner_id, root_id, file_count, folder_count, trashed_count)
      values ('s', 'home', 'u', 'root', 0, 2, 1), ('t', 'team', 'u', 'team', 0, 0, 0)`.execute(trx)
    await sql`
      insert into entries (
        id, space_id, owner_id, parent_id, kind, name, name_key, size, trash_root_id, trashed_at, created_at, updated_at
      ) values
        ('root', 's', 'u', null, 'root', '', '', 0, null, null, 0, 0),
        ('team', 't', 'u', null, 'root', '', '', 0, null, null, 0, 0),
        ('a', 's', 'u', 'root', 'folder', 'a', 'a', 0, null, null, 0, 0),
        ('b', 's', 'u', 'a', 'folder', 'b', 'b', 0, null, null, 0, 0),
        ('c', 's', 'u', 'b', 'folder', 'c', 'c', 0, 'c', 5, 0, 0)`.execute(trx)
  })

  await migrate()

  const spaces = async () => {
    const rows = await db.selectFrom('entries').select(['id', 'space_id']).orderBy('id').execute()
    return rows.map((row) => `${row.id} ${row.space_id}`)
  }
  const before = await spaces()
  const deps = { db, clock: systemClock, log: createLog('silent'), transactBulk: transactor(db) }
  await finishAllMoves(deps)
  expect(await spaces()).toEqual(before)
  await db.updateTable('entries').set({ space_id: 't', parent_id: 'team' }).where('id', '=', 'a').execute()
  await db.updateTable('spaces').set({ folder_count: 1 }).execute()
  await db.insertInto('unfinished_moves').values({ root_id: 'a', owner_id: 'u' }).execute()
  await finishAllMoves(deps)
  expect(await spaces()).toEqual(['a t', 'b t', 'c t', 'root s', 'team t'])
  expect(await db.selectFrom('unfinished_moves').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('spaces').select(['id', 'folder_count', 'trashed_count']).orderBy('id').execute()).toEqual(
    [
      { id: 's', folder_count: 0, trashed_count: 0 },
      { id: 't', folder_count: 2, trashed_count: 1 },
    ],
  )
  await remove()
})
