import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isDbError } from './errors.ts'
import type { Database } from './schema.ts'
import { openTransaction } from './sqlite.ts'

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

export function transactor(db: Db): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        let listeners: (() => void)[] = []
        const result = await db
          .transaction()
          .setIsolationLevel('serializable')
          .execute(async (trx) => {
            const value = await openTransaction.run(true, () => work(trx))
            listeners = commitListeners.get(trx) ?? []
            return value
          })
        for (const listener of listeners) listener()
        return result
      } catch (error) {
        if (!isDbError(error, 'serialization') || attempt === attempts) throw error
        await sleep(Math.random() * Math.min(5 * 2 ** attempt, 250))
      }
    }
  }
}
