import { sql } from 'kysely'
import { finishAllTrashing } from '../../features/trash/trash-slices.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { ids } from '../ids.ts'
import { transactor } from './transact.ts'

test('the trash of a filled database is complete, and what is trashed later can be finished', async () => {
  const { db, migrate, remove } = await databaseBefore('0051')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`
      insert into spaces (id, kind, owner_id, root_id, folder_count, trashed_count)
      values ('s', 'home', 'u', 'root', 2, 2)`.execute(trx)
    await sql`
      insert into entries (
        id, space_id, owner_id, parent_id, kind, name, name_key, size, children_count, folders_count, trash_root_id,
        trashed_at, created_at, updated_at
      ) values
        ('root', 's', 'u', null, 'root', '', '', 0, 1, 1, null, null, 0, 0),
        ('a', 's', 'u', 'root', 'folder', 'a', 'a', 0, 1, 1, 'a', 5, 0, 0),
        ('b', 's', 'u', 'a', 'folder', 'b', 'b', 0, 0, 0, 'a', 5, 0, 0),
        ('c', 's', 'u', 'root', 'folder', 'c', 'c', 0, 1, 1, null, null, 0, 0),
        ('d', 's', 'u', 'c', 'folder', 'd', 'd', 0, 0, 0, null, null, 0, 0)`.execute(trx)
  })

  await migrate()

  const trashed = () =>
    db
      .selectFrom('entries')
      .select(['id', 'trash_root_id', 'trashed_at'])
      .where('trash_root_id', 'is not', null)
      .orderBy('id')
      .execute()
  const before = [
    { id: 'a', trash_root_id: 'a', trashed_at: 5 },
    { id: 'b', trash_root_id: 'a', trashed_at: 5 },
  ]
  const deps = { db, ids, clock: systemClock, log: createLog('silent'), transactBulk: transactor(db) }
  await finishAllTrashing(deps)
  expect(await trashed()).toEqual(before)
  await db.updateTable('entries').set({ trash_root_id: 'c', trashed_at: 7 }).where('id', '=', 'c').execute()
  await db.insertInto('unfinished_trash').values({ root_id: 'c', change_id: 'x', renewed_at: null }).execute()
  await finishAllTrashing(deps)
  expect(await trashed()).toEqual([
    ...before,
    { id: 'c', trash_root_id: 'c', trashed_at: 7 },
    { id: 'd', trash_root_id: 'c', trashed_at: 7 },
  ])
  expect(await db.selectFrom('unfinished_trash').selectAll().execute()).toEqual([])
  await remove()
})
