import type { Services } from '../services.ts'
import { expectEntryCountsToMatchRows } from './file-requests.ts'
import type { TestApp } from './test-app.ts'

/**
 * The services, with `between` called before each transaction of a large change, with the number of those before it. Counts
 * have to match rows there, and what `between` throws ends the change as a kill does. Another change of the account waits
 * for that transaction: it may be started there, and awaited later.
 */
export function watchedTransactions(
  { services }: Pick<TestApp, 'services'>,
  between: (before: number) => Promise<unknown>,
): Services {
  let transactions = 0
  const transactBulk: Services['transact'] = async (work) => {
    await expectEntryCountsToMatchRows(services.db)
    await between(transactions++)
    return services.transactBulk(work)
  }
  // PostgreSQL needs no thread for a large one.
  return { ...services, transactBulk, ...(services.engine === 'postgres' && { transact: transactBulk }) }
}

/** The same, ended before the transaction of this number. */
export const killedAt = (app: Pick<TestApp, 'services'>, transaction: number): Services =>
  watchedTransactions(app, async (before) => {
    if (before >= transaction) throw new Error('killed')
  })
