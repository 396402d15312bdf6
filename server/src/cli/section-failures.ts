import { type FailureRow, newestFailures } from '../features/admin/sections/section-failure.store.ts'
import type { Config } from '../infrastructure/config/config.ts'
import { isMigrated } from '../infrastructure/db/migrate.ts'
import { isDbError } from '../infrastructure/db/errors.ts'
import { CommandError, withDatabase } from './database.ts'

const MAX_ROWS = 500

/** What accounts reported of sections; a sentence where the database cannot be read, which other commands do not need. */
export async function readSectionFailures(config: Config): Promise<readonly FailureRow[] | string> {
  try {
    return await withDatabase(config, async ({ db }) =>
      (await isMigrated(db))
        ? newestFailures(db, MAX_ROWS)
        : 'Reports of browsers: the database is of another version.',
    )
  } catch (error) {
    // The database is created by the first start.
    if (error instanceof CommandError) return []
    if (isDbError(error) || typeof (error as NodeJS.ErrnoException).code === 'string')
      return 'Reports of browsers: the database cannot be read.'
    throw error
  }
}
