import { makeSqliteTemplate, sqliteTemplateVariable } from './engine.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** Migrates one database, which test apps copy. */
export default async function setup(): Promise<void> {
  createTemporaryFolder()
  process.env[sqliteTemplateVariable] = await makeSqliteTemplate()
}
