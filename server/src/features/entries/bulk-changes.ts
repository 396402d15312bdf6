import { AsyncLocalStorage } from 'node:async_hooks'
import { type AccountSession, createAccountSlots, ownerLimits } from '../../infrastructure/owner-slots.ts'
import type { Throttle } from '../../infrastructure/throttle/throttle.ts'

/** A change that wrote no more entries than this is not counted. */
const UNCOUNTED_ENTRIES = 300

/** Rows of entries that one transaction of a large change writes: others write between two. */
export const ROWS_PER_SLICE = 2000

interface OpenChange {
  /** Written so far, with those of transactions that were rolled back: they took the writer as well. */
  entries: number
  /** Throws `throttled` where the account has changed too many entries. */
  readonly refuseThrottled: () => Promise<void>
}

/** Set while a call changes entries for a user. */
const openChange = new AsyncLocalStorage<OpenChange>()

/** To be called by what writes entries. */
export function countWrittenEntries(entries: number | bigint | undefined): void {
  const change = openChange.getStore()
  if (change) change.entries += Number(entries ?? 0)
}

/** To be called before a change of many entries. */
export const refuseThrottledChange = async (): Promise<void> => openChange.getStore()?.refuseThrottled()

export interface BulkChanges {
  /**
   * Runs a change of any number of entries that a user has asked for. Throws `busy` while too many run or wait for that
   * user or session, and `throttled` where it is large and the user has changed very many entries.
   */
  run<T>(session: AccountSession, work: () => Promise<T>): Promise<T>
}

export function createBulkChanges({ throttle }: { readonly throttle: Throttle }): BulkChanges {
  const slots = createAccountSlots(ownerLimits.changes)
  return {
    run: (session, work) =>
      slots.hold(session, async () => {
        const subject = { kind: 'account', value: session.userId } as const
        const change: OpenChange = {
          entries: 0,
          refuseThrottled: () => throttle.begin('bulk-change', [subject]),
        }
        try {
          return await openChange.run(change, work)
        } finally {
          if (change.entries > UNCOUNTED_ENTRIES) await throttle.count('bulk-change', subject, change.entries)
        }
      }),
  }
}
