import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server } from 'node:http'
import type { KyselyPlugin, QueryId } from 'kysely'
import { openTransaction } from '../../infrastructure/db/transaction-context.ts'

/** What one request makes the database do. */
export interface RequestWork {
  statements: number
  /** The most that one statement read. */
  rows: number
  /** The most that one transaction wrote. */
  written: number
}

export const noWork: Readonly<RequestWork> = { statements: 0, rows: 0, written: 0 }

/** Names a request, whose work is counted by this name. */
export const REQUEST_HEADER = 'x-fuzz-request'

const ofRequest = new AsyncLocalStorage<RequestWork>()
const changes = new WeakSet<QueryId>()
const writtenBy = new WeakMap<object, number>()

function countWritten(work: RequestWork, rows: number): void {
  const transaction = openTransaction.getStore()
  const sum = (transaction ? (writtenBy.get(transaction) ?? 0) : 0) + rows
  if (transaction) writtenBy.set(transaction, sum)
  work.written = Math.max(work.written, sum)
}

/** Counts the statements of a request, whichever others run at the same time. */
export const countWork: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    if (/^(Insert|Update|Delete)/.test(node.kind)) changes.add(queryId)
    return node
  },
  transformResult({ result, queryId }) {
    const work = ofRequest.getStore()
    if (work) {
      const returned = result.rows.length
      work.statements++
      if (changes.has(queryId)) countWritten(work, Math.max(Number(result.numAffectedRows ?? 0), returned))
      else {
        work.rows = Math.max(work.rows, returned)
        countWritten(work, Number(result.numAffectedRows ?? 0))
      }
    }
    return Promise.resolve(result)
  },
}

/** The work of each request from now on, by its name. The app of the server has the plugin `countWork`. */
export function workOfRequests(server: Server): ReadonlyMap<string, RequestWork> {
  const works = new Map<string, RequestWork>()
  server.prependListener('request', ({ headers }: IncomingMessage) => {
    const work: RequestWork = { ...noWork }
    works.set(String(headers[REQUEST_HEADER]), work)
    ofRequest.enterWith(work)
  })
  return works
}
