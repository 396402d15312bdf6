import type { VisitorActor } from '../../access/actor.ts'
import { canDownloadByLink } from '../../access/can.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Holder } from './content-urls.ts'
import { addressesFor } from './entry-addresses.ts'
import type { View } from './present-entry.ts'
import type { EntryRow } from './space.store.ts'

/** For whom addresses of content are made that visitors of this link open. */
export const holderOfLink = ({ token, grantVersion }: VisitorActor): Holder => ({ kind: 'share', token, grantVersion })

/** How visitors of a link see these entries: the shared one is the top, and links of its owner are not visible. */
export const visitorView = async (
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>,
  visitor: VisitorActor,
  rows: readonly EntryRow[],
): Promise<View> => ({
  topId: visitor.rootId,
  ...(await addressesFor(services, holderOfLink(visitor), rows)),
  ...(!canDownloadByLink(visitor) && { address: () => null }),
  shares: new Map(),
  origin: '',
  now: services.clock.now(),
})
