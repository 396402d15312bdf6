import { type Kysely, sql } from 'kysely'

/**
 * Ends links of members who may not make links any more where the item is: until now such links stayed when an item went
 * to another space, and when a team folder stopped to allow them. Indexes of what is bounded from now on: links of
 * members, and activities of visitors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into ended_shares (token, reason, ended_at)
    select s.token, 'revoked', cast(${Date.now()} as bigint) from shares s join entries e on e.id = s.entry_id
    where s.creator_id is not null and not exists (
      select 1 from team_members m join spaces t on t.id = m.space_id
      where m.space_id = e.space_id and m.user_id = s.creator_id and m.permission = 'can_edit'
      and t.members_can_share = 1
    )`.execute(db)
  await sql`
    delete from shares where creator_id is not null and token in (select token from ended_shares)`.execute(db)
  await sql`create index shares_creator on shares (owner_id, creator_id) where creator_id is not null`.execute(db)
  await sql`
    create index activities_visitors on activities (owner_id, actor_id, id)
    where actor_kind in ('link', 'upload-request')`.execute(db)
}
