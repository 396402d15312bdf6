import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { addressesFor } from './entry-addresses.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { primaryLinksOf } from './entry-links.store.ts'
import { locationsOf } from './listing.store.ts'
import type { View } from './present-entry.ts'
import type { EntryRow } from './space.store.ts'

/** How an owner sees these entries: with their links, and addresses that open for them. */
export async function ownerView(
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>,
  owner: UserActor,
  topId: string,
  rows: readonly EntryRow[],
): Promise<View> {
  const now = services.clock.now()
  return {
    topId,
    ...(await addressesFor(services, { kind: 'user', id: owner.userId, sessionId: owner.sessionId }, rows)),
    shares: await primaryLinksOf(
      services.db,
      rows.map((row) => row.id),
      now,
    ),
    origin: linkOrigin(services),
    now,
  }
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
