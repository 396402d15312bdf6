import type { TestApp } from './test-app.ts'

/** Visits of the link to an entry, as so many browsers with its password would leave them. */
export async function seedGrants(
  { services }: Pick<TestApp, 'services'>,
  entryId: string,
  count: number,
  expiresAtMs = services.clock.now() + 1e9,
): Promise<void> {
  const { db, clock, ids } = services
  const share = await db.selectFrom('shares').select('id').where('entry_id', '=', entryId).executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, () => ({
    id: ids.token(32),
    share_id: share.id,
    grant_version: 1,
    created_at: clock.now(),
    expires_at: expiresAtMs,
  }))
  await db.insertInto('share_grants').values(rows).execute()
}
