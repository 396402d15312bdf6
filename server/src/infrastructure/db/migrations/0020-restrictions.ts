import type { Kysely } from 'kysely'

const flags = [
  'upload_restricted',
  'download_restricted',
  'folder_restricted',
  'team_folder_restricted',
  'invitation_restricted',
]

/** What an administrator has taken from an account, and the reason that its user is told; null is a general one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const flag of flags) {
    await db.schema
      .alterTable('users')
      .addColumn(flag, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
  await db.schema.alterTable('users').addColumn('restriction_reason', 'text').execute()
}
