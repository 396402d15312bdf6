import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** An entry can have several links, and each can have a name and a limit of downloads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await (db.getExecutor().adapter instanceof PostgresAdapter ? changePostgres(db) : rebuildSqlite(db))
  await sql`alter table shares add column download_limit integer`.execute(db)
  await sql`alter table shares add column downloads integer not null default 0`.execute(db)
  await db.schema
    .createTable('share_downloads')
    .addColumn('share_id', 'text', (c) => c.notNull().references('shares.id').onDelete('cascade'))
    .addColumn('visit', 'text', (c) => c.notNull())
    .addColumn('counted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('share_downloads_key', ['share_id', 'visit'])
    .execute()
  await db.schema.createIndex('share_downloads_age').on('share_downloads').column('counted_at').execute()
  await db.schema.createIndex('shares_entry').on('shares').columns(['entry_id', 'created_at']).execute()
}

async function changePostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shares drop constraint shares_entry_id_key`.execute(db)
  await sql`alter table shares add column name text`.execute(db)
}

/**
 * SQLite cannot drop the unique constraint of a column. To drop a table deletes the rows that refer to it, so the grants
 * are kept aside.
 */
async function rebuildSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept_grants as select * from share_grants`.execute(db)
  await sql`drop table share_grants`.execute(db)
  await db.schema
    .createTable('new_shares')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('entry_id', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('permission', 'text', (c) => c.notNull().check(sql`permission in ('visitor', 'editor')`))
    .addColumn('password_hash', 'text')
    .addColumn('grant_version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('expire_in', 'integer')
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text')
    .execute()
  await sql`
    insert into new_shares (id, token, entry_id, owner_id, permission, password_hash, grant_version, expire_in,
      expires_at, created_at, updated_at)
    select id, token, entry_id, owner_id, permission, password_hash, grant_version, expire_in,
      expires_at, created_at, updated_at from shares`.execute(db)
  await sql`drop table shares`.execute(db)
  await sql`alter table new_shares rename to shares`.execute(db)
  await db.schema.createIndex('shares_owner_entry').on('shares').columns(['owner_id', 'entry_id']).execute()
  await db.schema
    .createTable('share_grants')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('share_id', 'text', (c) => c.notNull().references('shares.id').onDelete('cascade'))
    .addColumn('grant_version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into share_grants (id, share_id, grant_version, created_at, expires_at)
    select id, share_id, grant_version, created_at, expires_at from kept_grants`.execute(db)
  await sql`drop table kept_grants`.execute(db)
  await db.schema.createIndex('share_grants_share').on('share_grants').column('share_id').execute()
}
