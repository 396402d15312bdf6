import { type Clock, day, minute } from '../clock.ts'
import type { Db, Transact } from '../db/transact.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import { createInsertCounter } from './insert-counter.ts'
import {
  deleteShareEventsBeyond,
  hasShareEvent,
  insertShareEvent,
  isShare,
  KEPT_SHARE_EVENTS,
  type NewShareEvent,
  SHARE_EVENTS_PER_TRIM,
} from './share-event.store.ts'

/** What visitors of public links do, for who manages the links. Visitors do not wait for it: a large change may be stored. */
export interface ShareLog {
  /** A visitor has opened a link: told once a minute. */
  opened(visit: Visit): void
  /** A download begins at the byte `start`. The continuation of one is not told again. */
  downloaded(visit: Visit, file: { readonly name: string; readonly start: number }): void
  /** Resolves once all so far is stored. */
  settled(): Promise<void>
}

interface Visit {
  readonly shareId: string
  /** `networkOf` the visitor. */
  readonly network: string | null
}

interface When {
  /** In the order of the calls, in which they may not be stored. */
  readonly id: string
  readonly now: number
  readonly withinMs: number
}

interface Deps {
  readonly clock: Clock
  readonly db: Db
  readonly engine: 'sqlite' | 'postgres'
  readonly ids: Ids
  readonly log: Log
  readonly transactUnsynced: Transact
}

/** Visits that this process remembers, so that most requests of one need no query. */
const MAX_REMEMBERED = 10_000
/** Events that wait to be stored; with more of them further ones are not told. */
const MAX_WAITING = 1000

export function createShareLog({ clock, db, engine, ids, log, transactUnsynced }: Deps): ShareLog {
  const remembered = new Map<string, number>()
  const waiting = new Set<Promise<void>>()
  const isTrimDue = createInsertCounter(SHARE_EVENTS_PER_TRIM)

  /** Tells an event, unless the same visitor did the same within `withinMs`. Nothing fails with it. */
  function tell(event: NewShareEvent, withinMs: number): void {
    const now = clock.now()
    const key = JSON.stringify([event.shareId, event.kind, event.name, event.network])
    if ((remembered.get(key) ?? 0) > now - withinMs) return
    if (waiting.size >= MAX_WAITING) return
    remembered.delete(key)
    remembered.set(key, now)
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    const storing = store(event, { id: ids.next(), now, withinMs }).finally(() => waiting.delete(storing))
    waiting.add(storing)
  }

  async function store(event: NewShareEvent, { id, now, withinMs }: When): Promise<void> {
    try {
      const write = async (on: Db) => {
        // The link may have ended, and another process may have told it.
        if (!(await isShare(on, event.shareId)) || (await hasShareEvent(on, event, now - withinMs))) return false
        await insertShareEvent(on, event, { id, now })
        return true
      }
      // On PostgreSQL the visitors of one link would conflict with each other in serializable transactions.
      const isTold = await (engine === 'sqlite' ? transactUnsynced(write) : write(db))
      if (isTold && isTrimDue(event.shareId)) await deleteShareEventsBeyond(db, event.shareId, KEPT_SHARE_EVENTS)
    } catch (error) {
      log.warn({ err: error, shareId: event.shareId }, 'an event of a link could not be stored')
    }
  }

  return {
    opened: (visit) => tell({ ...visit, kind: 'opened', name: null }, minute),
    downloaded: (visit, { name, start }) =>
      tell({ ...visit, kind: 'downloaded', name }, start > 0 ? CONTINUED_MS : minute),
    async settled() {
      await Promise.all(waiting)
    },
  }
}

/** For so long a request that begins behind the first byte continues a download: see decision 65. */
const CONTINUED_MS = day
