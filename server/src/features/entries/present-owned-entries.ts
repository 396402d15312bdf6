import type { EntryTeam, SharePermission } from '@holdall/api'
import { spacesFor } from '../../access/target.store.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { addressesFor } from './entry-addresses.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { primaryLinksOf } from './entry-links.store.ts'
import { locationsOf } from './listing.store.ts'
import type { View } from './present-entry.ts'
import type { EntryRow } from './space.store.ts'

/** How their owner, or a member, sees these entries: with links, team folders, and addresses that open for the caller. */
export async function ownerView(
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>,
  owner: UserActor,
  topId: string,
  rows: readonly EntryRow[],
): Promise<View> {
  const now = services.clock.now()
  const teams = await teamsOf(services, owner.userId, topId, rows)
  const isViewed = (row: EntryRow) =>
    row.owner_id !== owner.userId && teams.get(row.space_id)?.permission !== 'can_edit'
  const [viewed, others] = [rows.filter(isViewed), rows.filter((row) => !isViewed(row))]
  const linksOf = (some: readonly EntryRow[], permission?: SharePermission) =>
    primaryLinksOf(
      services.db,
      some.map((row) => row.id),
      now,
      permission,
    )
  return {
    topId,
    ...(await addressesFor(services, { kind: 'user', id: owner.userId, sessionId: owner.sessionId }, rows)),
    // By a link that allows editing, whoever may only view could change what is there.
    shares: new Map([...(await linksOf(others)), ...(await linksOf(viewed, 'visitor'))]),
    teams,
    origin: linkOrigin(services),
    now,
    viewerId: owner.userId,
  }
}

/** The team folders that these entries are in, by the space. */
async function teamsOf(
  { db }: Pick<Infrastructure, 'db'>,
  userId: string,
  topId: string,
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<string, EntryTeam>> {
  const teams = new Map<string, EntryTeam>()
  // What is at the top of the home is in none.
  const further = rows.filter((row) => row.id !== topId && row.parent_id !== topId)
  for (const { id, kind, owner_id, root_id, members_can_share, permission } of (
    await spacesFor(db, userId, further)
  ).values()) {
    const role = owner_id === userId ? 'owner' : permission
    if (kind !== 'team' || role === null) continue
    teams.set(id, { id: root_id, permission: role, members_can_share: members_can_share === 1 })
  }
  return teams
}

/** The same for a listing over several folders: with the folder that each entry is in. */
export async function ownerViewWithLocations(
  ...[services, owner, topId, rows]: Parameters<typeof ownerView>
): Promise<View> {
  const locations = await locationsOf(
    services.db,
    rows.flatMap((row) => row.parent_id ?? []),
  )
  return { ...(await ownerView(services, owner, topId, rows)), locations }
}

/**
 * The origin that links begin with: of the public URL, or empty, and then the client adds its own. Never the Host of a
 * request: with it, the sender could create links to another site.
 */
export const linkOrigin = ({ config }: Pick<Infrastructure, 'config'>): string => config.publicUrl ?? ''
