import type { Kysely } from 'kysely'

/** When the user of a session last proved to be its user. Sessions of before are not confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('confirmed_at', 'bigint').execute()
}
