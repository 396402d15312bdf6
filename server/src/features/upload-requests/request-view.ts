import type { RequestVisitorActor } from '../../access/actor.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { addressesFor } from '../entries/entry-addresses.ts'
import type { View } from '../entries/present-entry.ts'
import type { EntryRow } from '../entries/space.store.ts'

/** How visitors of an upload request see these entries: its folder is the top, and there are no addresses of content. */
export const requestView = async (
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>,
  { rootId, token }: RequestVisitorActor,
  rows: readonly EntryRow[],
): Promise<View> => ({
  topId: rootId,
  thumbnail: (await addressesFor(services, { kind: 'upload-request', token }, rows)).thumbnail,
  address: () => null,
  shares: new Map(),
  origin: '',
  now: services.clock.now(),
})

/** The space that an open request uploads into. */
export function spaceIdOf({ spaceId }: RequestVisitorActor): string {
  if (spaceId === null) throw refuse('upload-request-closed')
  return spaceId
}
