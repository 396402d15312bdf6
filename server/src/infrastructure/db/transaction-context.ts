import { AsyncLocalStorage } from 'node:async_hooks'

/** An object for each transaction, in its function and in all that the function started. */
export const openTransaction = new AsyncLocalStorage<{ isOpen: boolean }>()

/**
 * Throws while the function of a transaction runs. A query beside the transaction waits for another connection, or for the
 * lock of writes, and the transaction waits for the query: calls of that kind hold all connections and wait for ever.
 */
export function refuseInTransaction(): void {
  if (openTransaction.getStore()?.isOpen) {
    throw new Error('A query beside the open transaction may wait for its end: use the transaction, or read before it.')
  }
}

/** Set while a transaction that may touch very many rows is begun: it runs on a thread of its own. */
export const bulkTransaction = new AsyncLocalStorage<true>()

/** Set while queries are made that may read very many rows: they run on a thread of their own. */
export const backgroundRead = new AsyncLocalStorage<true>()

/** Set while a transaction is begun whose commit does not wait for the disk. */
export const unsyncedTransaction = new AsyncLocalStorage<true>()

/**
 * Set while a transaction is begun that is serializable. `alone`: it has failed by conflicts with others, and runs when
 * none of them does.
 */
export const transactionTurn = new AsyncLocalStorage<'shared' | 'alone'>()
