import { readConfig } from '../infrastructure/config/config.ts'
import { connect } from '../infrastructure/db/connect.ts'
import { migrate, migrations } from '../infrastructure/db/migrate.ts'
import type { Db } from '../infrastructure/db/transact.ts'
import { createLog } from '../infrastructure/log.ts'
import { freshPlace } from './engine.ts'

export interface OldDatabase {
  readonly db: Db
  /** Applies the migrations that are missing. */
  migrate(): Promise<void>
  remove(): Promise<void>
}

/** A database as it was before a migration, to be filled with rows. */
export async function databaseBefore(migration: string): Promise<OldDatabase> {
  const { dataDir, databaseUrl, remove } = await freshPlace('empty')
  const log = createLog('silent')
  const { db } = connect(
    readConfig({ HOLDALL_DATA_DIR: dataDir, ...(databaseUrl && { HOLDALL_DATABASE_URL: databaseUrl }) }),
    log,
  )
  const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < migration))
  await migrate(db, { dataDir, now: 0, known })
  return {
    db,
    migrate: () => migrate(db, { dataDir, now: 0 }),
    async remove() {
      await db.destroy()
      await remove()
    },
  }
}
