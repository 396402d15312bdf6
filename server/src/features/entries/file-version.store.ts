import type { Selectable } from 'kysely'
import type { FileVersionsTable } from '../../infrastructure/db/content-tables.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

/** An earlier content of a file. */
export const findVersion = (
  db: Db,
  entryId: string,
  version: number,
): Promise<Selectable<FileVersionsTable> | undefined> =>
  db
    .selectFrom('file_versions')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('version', '=', version)
    .executeTakeFirst()
