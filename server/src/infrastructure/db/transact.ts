import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isDbError } from './errors.ts'
import type { Database } from './schema.ts'
import { backgroundRead, bulkTransaction, openTransaction, unsyncedTransaction } from './transaction-context.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>
/** Runs `work` in one serializable transaction, again from its start when another one was in the way: it may run more than once. */
export type Transact = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

const attempts = 12

const commitListeners = new WeakMap<Trx, (() => void)[]>()

/** Calls `listener` once what this transaction wrote can be seen by others; never when it is rolled back. */
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
   * False: its commit is in the database at once, but on the disk only with the next one that waits for it. A power cut
   * may take it back, as a whole; the end of this process takes nothing. Not together with `isBulk`.
   */
  readonly isSynced?: boolean
}

export function transactor(db: Db, { isBulk = false, isSynced = true }: TransactOptions = {}): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        let listeners: (() => void)[] = []
        const begin = () =>
          db
            .transaction()
            .setIsolationLevel('serializable')
            .execute(async (trx) => {
              const value = await unsyncedTransaction.exit(() =>
                bulkTransaction.exit(() => openTransaction.run(true, () => work(trx))),
              )
              listeners = commitListeners.get(trx) ?? []
              return value
            })
        const result = await (isBulk
          ? bulkTransaction.run(true, begin)
          : isSynced
            ? begin()
            : unsyncedTransaction.run(true, begin))
        for (const listener of listeners) listener()
        return result
      } catch (error) {
        if (!isDbError(error, 'serialization') || attempt === attempts) throw error
        await sleep(Math.random() * Math.min(5 * 2 ** attempt, 250))
      }
    }
  }
}
