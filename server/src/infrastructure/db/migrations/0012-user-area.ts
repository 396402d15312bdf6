import { type Kysely } from 'kysely'

/** For the pages of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With type and size, so that used storage by type reads no rows; it serves what `entries_owner` did.
  await db.schema.createIndex('entries_owner_type').on('entries').columns(['owner_id', 'mime', 'size']).execute()
  await db.schema.dropIndex('entries_owner').execute()
}
