import type { Kysely } from 'kysely'

/** The entries of a team folder that another account gets are given to it in several transactions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('spaces').addColumn('next_owner_id', 'text').execute()
}
