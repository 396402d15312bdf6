import type { ZipSelection } from '@holdall/api'
import { minute } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

const VALIDITY_MS = minute
/** One holder is a user, or all visitors of one link together. */
const MAX_PER_HOLDER = 64
/** Ids take about 100 bytes each. */
const MAX_IDS_PER_HOLDER = 80_000
/** Of all tickets together. */
const MAX_IDS = 500_000

interface Ticket {
  readonly holder: string
  readonly selection: ZipSelection
  readonly expiresAt: number
  readonly weight: number
}

/** Selections that are too long for an address. In memory only: after a restart the browser asks again. */
export interface ZipTickets {
  issue(holder: string, selection: ZipSelection): { readonly token: string; readonly expiresAt: number }
  /** The selection, once, for the holder that it was issued to. */
  redeem(holder: string, token: string): ZipSelection | null
  /** The same, and it remains valid. */
  peek(holder: string, token: string): ZipSelection | null
}

export function createZipTickets({ clock, ids }: Pick<Infrastructure, 'clock' | 'ids'>): ZipTickets {
  /** The oldest first. */
  const tickets = new Map<string, Ticket>()
  let weight = 0

  function remove(token: string, ticket: Ticket): void {
    if (tickets.delete(token)) weight -= ticket.weight
  }

  /** Removes what has expired, and the oldest ones until a new one fits. */
  function makeRoom(holder: string, needed: number): void {
    const now = clock.now()
    const own = { count: 0, weight: 0 }
    for (const ticket of tickets.values()) {
      if (ticket.holder !== holder) continue
      own.count++
      own.weight += ticket.weight
    }
    for (const [token, ticket] of tickets) {
      const isOwn = ticket.holder === holder
      const isOwnSurplus = isOwn && (own.count >= MAX_PER_HOLDER || own.weight + needed > MAX_IDS_PER_HOLDER)
      if (ticket.expiresAt > now && !isOwnSurplus && weight + needed <= MAX_IDS) continue
      if (isOwn) {
        own.count--
        own.weight -= ticket.weight
      }
      remove(token, ticket)
    }
  }

  function find(holder: string, token: string): Ticket | null {
    const ticket = tickets.get(token)
    return ticket?.holder === holder && ticket.expiresAt > clock.now() ? ticket : null
  }

  return {
    issue(holder, selection) {
      const needed = 1 + ('items' in selection ? selection.items.length : selection.except.length)
      makeRoom(holder, needed)
      const [token, expiresAt] = [ids.token(), clock.now() + VALIDITY_MS]
      tickets.set(token, { holder, selection, expiresAt, weight: needed })
      weight += needed
      return { token, expiresAt }
    },
    redeem(holder, token) {
      const ticket = find(holder, token)
      if (!ticket) return null
      remove(token, ticket)
      return ticket.selection
    },
    peek: (holder, token) => find(holder, token)?.selection ?? null,
  }
}
