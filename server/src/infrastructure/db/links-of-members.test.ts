import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('links of members who may not make them where the item is end, all others stay', async () => {
  const { db, migrate, remove } = await databaseBefore('0029')
  await db.transaction().execute(async (trx) => {
    await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
      values ('u', 'u@example.com', 'U', '', 'user', 'red', 0, 0), ('m', 'm@example.com', 'M', '', 'user', 'red', 0, 0),
      ('v', 'v@example.com', 'V', '', 'user', 'red', 0, 0)`.execute(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id, members_can_share)
      values ('home', 'home', 'u', 'home-root', 0), ('open', 'team', 'u', 'open-root', 1),
      ('shut', 'team', 'u', 'shut-root', 0)`.execute(trx)
    await sql`insert into team_members (space_id, user_id, permission, created_at)
      values ('open', 'm', 'can_edit', 0), ('open', 'v', 'can_view', 0), ('shut', 'm', 'can_edit', 0)`.execute(trx)
    for (const space of ['home', 'open', 'shut']) {
      await sql`insert into entries (id, space_id, owner_id, kind, name, name_key, created_at, updated_at)
        values (${`${space}-root`}, ${space}, 'u', 'root', '', '', 0, 0)`.execute(trx)
      for (const creator of [null, 'm', 'v', 'former']) {
        const id = `${space}-${creator ?? 'owner'}`
        await sql`insert into shares (id, token, entry_id, owner_id, creator_id, permission, created_at, updated_at)
          values (${id}, ${id}, ${`${space}-root`}, 'u', ${creator}, 'visitor', 0, 0)`.execute(trx)
        await sql`insert into share_grants (id, share_id, grant_version, created_at, expires_at)
          values (${id}, ${id}, 1, 0, 0)`.execute(trx)
      }
    }
  })

  await migrate()

  const kept = ['home-owner', 'open-m', 'open-owner', 'shut-owner']
  expect((await db.selectFrom('shares').select('id').execute()).map(({ id }) => id).toSorted()).toEqual(kept)
  const grants = await db.selectFrom('share_grants').select('share_id').execute()
  expect(grants.map((grant) => grant.share_id).toSorted()).toEqual(kept)
  const ended = await db.selectFrom('ended_shares').select(['token', 'reason']).execute()
  expect(ended.map(({ token }) => token).toSorted()).toEqual(
    ['home-former', 'home-m', 'home-v', 'open-former', 'open-v', 'shut-former', 'shut-m', 'shut-v'].toSorted(),
  )
  expect(new Set(ended.map(({ reason }) => reason))).toEqual(new Set(['revoked']))
  await remove()
})
