import type { Kysely } from 'kysely'

/** Sign-ups with the address of an account, which are answered as all others are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('declined_sign_ups')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .execute()
}
