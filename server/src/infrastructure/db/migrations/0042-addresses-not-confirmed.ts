import { type Kysely, sql } from 'kysely'

const DEMO = '00000000-0000-7000-8000-00000000de30'

/**
 * Addresses that nobody has confirmed: those of accounts that were confirmed by their creation. Their users go on signing
 * in, and are asked to confirm them. The owner, who has set the server up, stays confirmed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('usable_unconfirmed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  const owner = await ownerOf(db)
  await sql`update users set verified_at = null, usable_unconfirmed = 1
    where verified_at = created_at and id not in (${owner}, ${DEMO})`.execute(db)
  // A change of the address has set a later time so far: an account that was signed in to was confirmed before.
  await sql`update users set verified_at = first_sign_in_at where first_sign_in_at < verified_at`.execute(db)
}

/** Without a row that names it, the first administrator. Empty where there is none. */
async function ownerOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from users
    where role = 'admin'
    order by case when '"' || id || '"' in (select value from settings where name = 'installation.owner') then 0 else 1 end,
      created_at, id
    limit 1`.execute(db)
  return rows[0]?.id ?? ''
}
