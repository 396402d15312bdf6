import type { Kysely } from 'kysely'

/** What a finished upload has replaced: the version of its file that has the earlier content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('replaced_version', 'bigint').execute()
}
