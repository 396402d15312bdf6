import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The first schema. Text keys are UUIDv7, times are milliseconds, sizes are bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite compares bytes; PostgreSQL would sort by the operator's language.
  const byBytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`

  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('admin', 'user')`))
    .addColumn('color', 'text', (c) => c.notNull())
    .addColumn('verified_at', 'bigint')
    .addColumn('two_factor_confirmed_at', 'bigint')
    .addColumn('quota_bytes', 'bigint')
    .addColumn('used_bytes', 'bigint', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`used_bytes >= 0`),
    )
    .addColumn('reserved_bytes', 'bigint', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`reserved_bytes >= 0`),
    )
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()

  await db.schema
    .createTable('user_settings')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('theme_mode', 'text')
    .addColumn('locale', 'text')
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('full', 'challenge')`))
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()

  await db.schema
    .createTable('spaces')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('home', 'team')`))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('root_id', 'text', (c) => c.notNull())
    .execute()
  // Two sign-ups at once must not create two homes for one user.
  await sql`create unique index spaces_home on spaces (owner_id) where kind = 'home'`.execute(db)

  await db.schema
    .createTable('blobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('entries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('space_id', 'text', (c) => c.notNull().references('spaces.id'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('creator_id', 'text')
    .addColumn('parent_id', 'text', (c) => c.references('entries.id'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('root', 'folder', 'file')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', byBytes, (c) => c.notNull())
    .addColumn('color', 'text')
    .addColumn('emoji', 'text')
    .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('mime', 'text')
    .addColumn('blob_id', 'text', (c) => c.references('blobs.id'))
    .addColumn('sha256', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('children_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('folders_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('trash_root_id', 'text')
    .addColumn('trashed_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('entries_root', sql`(parent_id is null) = (kind = 'root')`)
    .addCheckConstraint('entries_blob', sql`(blob_id is not null) = (kind = 'file')`)
    .execute()
  await sql`create unique index entries_live_name on entries (parent_id, name) where trash_root_id is null`.execute(db)
  // One index per sort key, scanned in either direction: a page takes two short scans, whichever page it is.
  for (const column of ['name_key', 'created_at', 'size']) {
    await sql`create index ${sql.raw(`entries_by_${column}`)} on entries (parent_id, kind, ${sql.ref(column)}, id) where trash_root_id is null`.execute(
      db,
    )
  }
  // For subtrees in any state, and for the foreign key: the partial indexes above cannot be used for either.
  await db.schema.createIndex('entries_parent').on('entries').column('parent_id').execute()
  await sql`create index entries_trash on entries (space_id, trashed_at) where trash_root_id = id`.execute(db)
  await sql`create index entries_trash_root on entries (trash_root_id) where trash_root_id is not null`.execute(db)
  await sql`create index entries_trash_children on entries (parent_id, name_key) where trash_root_id is not null`.execute(
    db,
  )
  await db.schema.createIndex('entries_owner').on('entries').column('owner_id').execute()
  await db.schema.createIndex('entries_blob_id').on('entries').column('blob_id').execute()

  await db.schema
    .createTable('garbage')
    .addColumn('blob_id', 'text', (c) => c.primaryKey())
    .addColumn('collect_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('uploads')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('creator_id', 'text')
    .addColumn('parent_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint')
    .addColumn('offset', 'bigint', (c) => c.notNull())
    .addColumn('reserved', 'bigint', (c) => c.notNull())
    .addColumn('blob_id', 'text', (c) => c.notNull())
    .addColumn('replace_existing', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('receiving', 'done')`))
    .addColumn('entry_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('uploads_key', ['actor', 'upload_id'])
    .execute()
  await db.schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute()

  await db.schema
    .createTable('shares')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('entry_id', 'text', (c) => c.notNull().unique().references('entries.id').onDelete('cascade'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('permission', 'text', (c) => c.notNull().check(sql`permission in ('visitor', 'editor')`))
    .addColumn('password_hash', 'text')
    .addColumn('grant_version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('expire_in', 'integer')
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('shares_owner').on('shares').column('owner_id').execute()

  await db.schema
    .createTable('share_grants')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('share_id', 'text', (c) => c.notNull().references('shares.id').onDelete('cascade'))
    .addColumn('grant_version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('throttles')
    .addColumn('bucket', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('blocked_until', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('throttles_key', ['bucket', 'subject'])
    .execute()

  await db.schema
    .createTable('traffic')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('uploaded', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('downloaded', 'bigint', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('traffic_key', ['user_id', 'day'])
    .execute()
}
