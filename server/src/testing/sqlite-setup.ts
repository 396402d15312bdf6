import { makeSqliteTemplate, sqliteTemplateVariable } from './engine.ts'

/** Migrates one database, which test apps copy. */
export default async function setup(): Promise<void> {
  process.env[sqliteTemplateVariable] = await makeSqliteTemplate()
}
