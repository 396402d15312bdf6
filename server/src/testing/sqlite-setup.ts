import { makeSqliteTemplate, sqliteTemplateVariable } from './engine.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

/** Migrates one database, which test apps copy. */
export default async function setup(): Promise<void> {
  useTemporaryFolder()
  process.env[sqliteTemplateVariable] = await makeSqliteTemplate()
}
