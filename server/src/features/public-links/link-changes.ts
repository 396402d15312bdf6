import { type LinkActor, linkOf } from '../../access/actor.ts'
import type { Transact, Trx } from '../../infrastructure/db/transact.ts'
import type { VisitorSlots } from '../../infrastructure/owner-slots.ts'
import { lockSpace, type Space, spaceOf } from '../entries/space.store.ts'
import type { BulkDeps } from '../files/file-service.ts'

type Deps = BulkDeps & { readonly visitorChanges: VisitorSlots }

interface Visit {
  readonly actor: LinkActor
  readonly spaceId: string
  /** Throws when the visitor may not do this any more. */
  readonly admit: (trx: Trx, space: Space) => Promise<unknown>
}

/**
 * Runs a change by a link in one of its slots, in the space of its owner. Each transaction of `deps` authorises the visitor
 * again before it changes anything.
 */
export function changeByLink<T>(
  services: Deps,
  { actor, spaceId, admit }: Visit,
  work: (deps: BulkDeps, space: Space) => Promise<T>,
): Promise<T> {
  return services.visitorChanges.hold(linkOf(actor), async () => {
    const space = await spaceOf(services.db, spaceId)
    const admitted =
      (transact: Transact): Transact =>
      (change) =>
        transact(async (trx) => {
          await lockSpace(trx, space)
          await admit(trx, space)
          return change(trx)
        })
    const transact = admitted(services.transact)
    return work({ ...services, transact, transactBulk: admitted(services.transactBulk) }, space)
  })
}
