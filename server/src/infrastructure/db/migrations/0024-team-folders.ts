import { type Kysely, sql } from 'kysely'

/** A team folder is a space of its own, whose members are users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether members with can_edit may make public links.
  await db.schema
    .alterTable('spaces')
    .addColumn('members_can_share', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('spaces_owner').on('spaces').columns(['owner_id', 'kind']).execute()

  await db.schema
    .createTable('team_members')
    .addColumn('space_id', 'text', (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('permission', 'text', (c) => c.notNull().check(sql`permission in ('can_edit', 'can_view')`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('team_members_key', ['space_id', 'user_id'])
    .execute()
  await db.schema.createIndex('team_members_user').on('team_members').column('user_id').execute()

  await db.schema
    .createTable('team_invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // Null once the team folder is gone: whoever was invited is told so.
    .addColumn('space_id', 'text', (c) => c.references('spaces.id').onDelete('set null'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('permission', 'text', (c) => c.notNull().check(sql`permission in ('can_edit', 'can_view')`))
    .addColumn('color', 'text', (c) => c.notNull())
    .addColumn('inviter_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('pending', 'accepted', 'declined', 'withdrawn')`),
    )
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create unique index team_invitations_pending on team_invitations (space_id, email) where status = 'pending'`.execute(
    db,
  )
  await db.schema.createIndex('team_invitations_email').on('team_invitations').columns(['email', 'status']).execute()
  await db.schema.createIndex('team_invitations_age').on('team_invitations').column('updated_at').execute()

  // Who put it into the trash: a member may undo that.
  await db.schema.alterTable('entries').addColumn('trashed_by', 'text').execute()
  // The trash of an owner is that of all their spaces.
  await sql`create index entries_trash_owner on entries (owner_id, trashed_at) where trash_root_id = id`.execute(db)
  await sql`create index entries_trash_owner_totals on entries (owner_id, kind, size) where trash_root_id = id`.execute(
    db,
  )

  // The member who made it; null is the owner.
  await db.schema.alterTable('shares').addColumn('creator_id', 'text').execute()
}
