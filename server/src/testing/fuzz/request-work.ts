import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, Server } from 'node:http'
import type { KyselyPlugin } from 'kysely'

/** What one request makes the database do. */
export interface RequestWork {
  statements: number
  /** The most that one statement returned. */
  rows: number
}

/** Names a request, whose work is counted by this name. */
export const REQUEST_HEADER = 'x-fuzz-request'

const ofRequest = new AsyncLocalStorage<RequestWork>()

/** Counts the statements of a request, whichever others run at the same time. */
export const countWork: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult({ result }) {
    const work = ofRequest.getStore()
    if (work) {
      work.statements++
      work.rows = Math.max(work.rows, result.rows.length)
    }
    return Promise.resolve(result)
  },
}

/** The work of each request from now on, by its name. The app of the server has the plugin `countWork`. */
export function workOfRequests(server: Server): ReadonlyMap<string, RequestWork> {
  const works = new Map<string, RequestWork>()
  server.prependListener('request', ({ headers }: IncomingMessage) => {
    const work: RequestWork = { statements: 0, rows: 0 }
    works.set(String(headers[REQUEST_HEADER]), work)
    ofRequest.enterWith(work)
  })
  return works
}
