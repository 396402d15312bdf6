import type { ZipSelection } from '@holdall/api'
import { minute } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

const VALIDITY_MS = minute
const MAX_PER_USER = 8
/** Of all tickets together; each takes about 100 bytes. */
const MAX_IDS = 500_000

interface Ticket {
  readonly userId: string
  readonly selection: ZipSelection
  readonly expiresAt: number
  readonly weight: number
}

/** Selections that are too long for an address. In memory only: after a restart the browser asks again. */
export interface ZipTickets {
  issue(userId: string, selection: ZipSelection): { readonly token: string; readonly expiresAt: number }
  /** The selection, once, for the user it was issued to. */
  redeem(userId: string, token: string): ZipSelection | null
  /** The same, and it remains valid. */
  peek(userId: string, token: string): ZipSelection | null
}

export function createZipTickets({ clock, ids }: Pick<Infrastructure, 'clock' | 'ids'>): ZipTickets {
  /** The oldest first. */
  const tickets = new Map<string, Ticket>()
  let weight = 0

  function remove(token: string, ticket: Ticket): void {
    if (tickets.delete(token)) weight -= ticket.weight
  }

  /** Removes what has expired, and the oldest ones until a new one fits. */
  function makeRoom(userId: string, needed: number): void {
    const now = clock.now()
    let own = 0
    for (const { userId: id } of tickets.values()) if (id === userId) own++
    for (const [token, ticket] of tickets) {
      const isOwnSurplus = ticket.userId === userId && own >= MAX_PER_USER
      if (ticket.expiresAt > now && !isOwnSurplus && weight + needed <= MAX_IDS) continue
      if (ticket.userId === userId) own--
      remove(token, ticket)
    }
  }

  function find(userId: string, token: string): Ticket | null {
    const ticket = tickets.get(token)
    return ticket?.userId === userId && ticket.expiresAt > clock.now() ? ticket : null
  }

  return {
    issue(userId, selection) {
      const needed = 1 + ('items' in selection ? selection.items.length : selection.except.length)
      makeRoom(userId, needed)
      const [token, expiresAt] = [ids.token(), clock.now() + VALIDITY_MS]
      tickets.set(token, { userId, selection, expiresAt, weight: needed })
      weight += needed
      return { token, expiresAt }
    },
    redeem(userId, token) {
      const ticket = find(userId, token)
      if (!ticket) return null
      remove(token, ticket)
      return ticket.selection
    },
    peek: (userId, token) => find(userId, token)?.selection ?? null,
  }
}
