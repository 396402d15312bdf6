import { sql } from 'kysely'
import type { Db, Trx } from '../infrastructure/db/transact.ts'

// Rows for `databaseBefore`, with the columns that every version of the database has.

/** The user `u`. */
export const insertUser = (db: Db | Trx, passwordHash = ''): Promise<unknown> =>
  sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
    values ('u', 'u@example.com', 'U', ${passwordHash}, 'user', 'red', 0, 0)`.execute(db)

/** The user `u` with the home `s`, whose root is the entry `e`. */
export async function insertUserWithHome(trx: Db | Trx): Promise<void> {
  await insertUser(trx)
  await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'e')`.execute(trx)
  await sql`insert into entries (id, space_id, owner_id, kind, name, name_key, created_at, updated_at)
    values ('e', 's', 'u', 'root', '', '', 0, 0)`.execute(trx)
}
