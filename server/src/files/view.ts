import type { UserActor } from '../access/actor.ts'
import { addressOf } from '../content/address.ts'
import type { Services } from '../services.ts'
import { sharesOf } from '../sharing/store.ts'
import type { View } from './present.ts'
import type { EntryRow } from './space.ts'

/** How an owner sees these entries: with their links, and addresses that open for them. */
export async function ownerView(
  services: Services,
  owner: UserActor,
  topId: string,
  rows: readonly EntryRow[],
): Promise<View> {
  return {
    topId,
    address: (file) => addressOf(services, { kind: 'user', id: owner.userId, sessionId: owner.sessionId }, file),
    shares: await sharesOf(
      services.db,
      rows.map((row) => row.id),
    ),
    origin: linkOrigin(services),
    now: services.clock.now(),
  }
}

/**
 * What links begin with: the public address, or nothing, and then the client knows the address that it came by. Never
 * the Host of a request: whoever sends it could make links to their own site.
 */
export const linkOrigin = ({ config }: Pick<Services, 'config'>): string => config.publicUrl ?? ''
