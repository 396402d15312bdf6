import { type Kysely, sql } from 'kysely'

/** The images of a profile picture are blobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('avatars')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('size', 'text', (c) => c.notNull().check(sql`size in ('xs', 'sm', 'md')`))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('blob_id', 'text', (c) => c.notNull().unique().references('blobs.id'))
    .addPrimaryKeyConstraint('avatars_key', ['user_id', 'size'])
    .execute()
}
