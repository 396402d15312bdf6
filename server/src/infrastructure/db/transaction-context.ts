import { AsyncLocalStorage } from 'node:async_hooks'

/** An object for each transaction, while its function runs: a write outside of the transaction would be a deadlock. */
export const openTransaction = new AsyncLocalStorage<object>()

/** Set while a transaction that may touch very many rows is begun: it runs on a thread of its own. */
export const bulkTransaction = new AsyncLocalStorage<true>()

/** Set while queries are made that may read very many rows: they run on a thread of their own. */
export const backgroundRead = new AsyncLocalStorage<true>()

/** Set while a transaction is begun whose commit does not wait for the disk. */
export const unsyncedTransaction = new AsyncLocalStorage<true>()
