import { randomUUID } from 'node:crypto'
import path from 'node:path'
import Sqlite from 'better-sqlite3'

/** Fills one folder of somebody's home, straight in the database of a server that stands still. Returns the folder's id. */
export function seedFolder(dataDir: string, email: string, count: number): string {
  const db = new Sqlite(path.join(dataDir, 'holdall.sqlite'))
  const home = db
    .prepare(
      'select s.id as space_id, s.root_id, s.owner_id from spaces s join users u on u.id = s.owner_id where u.email = ?',
    )
    .get(email) as { space_id: string; root_id: string; owner_id: string }
  const insert = db.prepare(
    `insert into entries (id, space_id, owner_id, creator_id, parent_id, kind, name, name_key, size, created_at, updated_at, children_count, folders_count)
     values (@id, @space_id, @owner_id, @owner_id, @parent_id, 'folder', @name, @name_key, 0, @at, @at, @children, @children)`,
  )
  const folder = randomUUID()
  db.transaction(() => {
    insert.run({
      ...home,
      id: folder,
      parent_id: home.root_id,
      name: 'A hundred thousand',
      name_key: 'a hundred thousand',
      at: Date.now(),
      children: count,
    })
    db.prepare(
      'update entries set children_count = children_count + 1, folders_count = folders_count + 1 where id = ?',
    ).run(home.root_id)
    for (let n = 0; n < count; n += 1) {
      const name = `Item ${String(n).padStart(6, '0')}`
      insert.run({
        ...home,
        id: randomUUID(),
        parent_id: folder,
        name,
        name_key: name.toLowerCase(),
        at: 1_700_000_000_000 + n,
        children: 0,
      })
    }
  })()
  db.close()
  return folder
}
