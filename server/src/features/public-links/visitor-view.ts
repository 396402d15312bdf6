import type { VisitorActor } from '../../access/actor.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { addressesFor } from '../entries/entry-addresses.ts'
import type { View } from '../entries/present-entry.ts'
import type { EntryRow } from '../entries/space.store.ts'

/** Entries for the visitor of a link. The shared entry is the top: what is above it, and its owner's links, are not visible. */
export const visitorView = async (
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>,
  visitor: VisitorActor,
  rows: readonly EntryRow[],
): Promise<View> => ({
  topId: visitor.rootId,
  ...(await addressesFor(services, { kind: 'share', token: visitor.token, grantVersion: visitor.grantVersion }, rows)),
  shares: new Map(),
  origin: '',
  now: services.clock.now(),
})
