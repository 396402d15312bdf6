import { type Kysely, sql } from 'kysely'

/**
 * The entries of a team folder that another account gets are given to it in several transactions, and so are parts of
 * trashed folders that are restored or deleted. Of each account a limited number of ended links is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('spaces').addColumn('next_owner_id', 'text').execute()
  await db.schema.alterTable('unfinished_trash').addColumn('from_root_id', 'text').execute()
  await db.schema.alterTable('ended_shares').addColumn('owner_id', 'text').execute()
  await sql`
    create index ended_shares_owner on ended_shares (owner_id, ended_at, token) where owner_id is not null`.execute(db)
}
