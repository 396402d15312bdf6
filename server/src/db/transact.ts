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

export function transactor(db: Db): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db
          .transaction()
          .setIsolationLevel('serializable')
          .execute((trx) => openTransaction.run(true, () => work(trx)))
      } catch (error) {
        if (!isDbError(error, 'serialization') || attempt === attempts) throw error
        await sleep(Math.random() * Math.min(5 * 2 ** attempt, 250))
      }
    }
  }
}
