import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isDbError } from './errors.ts'
import { type RecordedActivity, recordedActivity } from './recorded-activity.ts'
import { writeEntryCounts } from './recorded-entry-counts.ts'
import { type RecordedChanges, recordedChanges } from './recorded-changes.ts'
import type { Database } from './schema.ts'
import { refuseUnrecorded, writtenTables } from './watch-writes.ts'
import {
  backgroundRead,
  bulkTransaction,
  openTransaction,
  transactionTurn,
  unsyncedTransaction,
} from './transaction-context.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>
/** Runs `work` in a serializable transaction. After a conflict with another one it runs again from its start. */
export type Transact = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

const ATTEMPTS = 12
/** From this one on no other transaction runs beside it: one account that writes all the time would win each conflict. */
const FIRST_ALONE = 4

const commitListeners = new WeakMap<Trx, (() => void)[]>()

/** Calls `listener` once this transaction is committed; never when it is rolled back. */
export function onCommit(trx: Trx, listener: () => void): void {
  const listeners = commitListeners.get(trx)
  if (listeners) listeners.push(listener)
  else commitListeners.set(trx, [listener])
}

/** Queries of `work`, outside of transactions, may read very many rows: on SQLite they run on a thread of their own. */
export const readInBackground = <T>(work: () => Promise<T>): Promise<T> => backgroundRead.run(true, work)

export interface TransactOptions {
  /**
   * The transaction may touch very many rows. On SQLite it runs on a thread of its own, so that this one keeps
   * answering: readers see what was there before, then all of it; other writers wait for its end.
   */
  readonly isBulk?: boolean
  /**
   * False: the commit is visible at once, but on the disk only with the next one that is synced. A power cut may undo it
   * as a whole; the end of this process does not. Not together with `isBulk`.
   */
  readonly isSynced?: boolean
  /** Called after the commit with what the stores recorded in the transaction. */
  readonly onChanges?: (changes: RecordedChanges) => void
  /** Stores the activities that were recorded in the transaction, before its commit. */
  readonly storeActivities?: (trx: Trx, activities: readonly RecordedActivity[]) => Promise<void>
  /** Called when the disk of the database is full. True where space was freed, so that the transaction runs again. */
  readonly whenFull?: () => Promise<boolean>
  /** Refuses a transaction that changes what pages show and does not record it. On in tests, with `watchWrites`. */
  readonly isWatched?: boolean
}

export function transactor(
  db: Db,
  { isBulk = false, isSynced = true, onChanges, storeActivities, whenFull, isWatched = false }: TransactOptions = {},
): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        let listeners: (() => void)[] = []
        let changes: RecordedChanges | undefined
        const begin = () =>
          db
            .transaction()
            .setIsolationLevel('serializable')
            .execute(async (trx) => {
              const written = new Set<string>()
              const change = async () => {
                const value = await work(trx)
                const activities = recordedActivity(trx) ?? []
                if (activities.length > 0) await storeActivities?.(trx, activities)
                await writeEntryCounts(trx)
                return value
              }
              const run = isWatched ? () => writtenTables.run(written, change) : change
              const open = { isOpen: true }
              const value = await unsyncedTransaction
                .exit(() => bulkTransaction.exit(() => transactionTurn.exit(() => openTransaction.run(open, run))))
                .finally(() => (open.isOpen = false))
              listeners = commitListeners.get(trx) ?? []
              changes = recordedChanges(trx)
              if (isWatched) refuseUnrecorded(written, (changes?.size ?? 0) > 0, recordedActivity(trx) !== undefined)
              return value
            })
        const inTurn = () => transactionTurn.run(attempt < FIRST_ALONE ? 'shared' : 'alone', begin)
        const result = await (isBulk
          ? bulkTransaction.run(true, inTurn)
          : isSynced
            ? inTurn()
            : unsyncedTransaction.run(true, inTurn))
        for (const listener of listeners) listener()
        if (changes) onChanges?.(changes)
        return result
      } catch (error) {
        if (isDbError(error, 'disk-full') && attempt === 1 && (await whenFull?.())) continue
        if (!isDbError(error, 'serialization') || attempt === ATTEMPTS) throw error
        await sleep(Math.random() * Math.min(5 * 2 ** attempt, 250))
      }
    }
  }
}
