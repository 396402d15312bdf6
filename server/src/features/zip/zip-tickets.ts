import type { ZipSelection } from '@holdall/api'
import { minute } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import {
  deleteExpiredTickets,
  deleteTickets,
  findTicket,
  insertTicket,
  takeTicket,
  ticketsOf,
} from './zip-ticket.store.ts'

const VALIDITY_MS = minute
/** Of one user or visitor, and of all visitors of one link together. */
const MAX_TICKETS = { perVisitor: 64, perHolder: 256 }
/** Ids take about 40 bytes each. */
const MAX_IDS = { perVisitor: 80_000, perHolder: 320_000 }
/** Expired ones that each new ticket deletes: the table holds little more than what is valid. */
const SWEPT_PER_TICKET = 100
/** That one transaction deletes. */
const SWEPT_AT_ONCE = 1000

/**
 * Selections that are too long for an address. In the database, so that the download may reach another process than the
 * call that prepared it.
 */
export interface ZipTickets {
  /** `visitor`: of visitors of the same link, one never replaces the ticket of another one with fewer. */
  issue(
    holder: string,
    selection: ZipSelection,
    visitor?: string,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>
  /** The selection, once, for the holder that it was issued to. */
  redeem(holder: string, token: string): Promise<ZipSelection | null>
  /** The same, and it remains valid. */
  peek(holder: string, token: string): Promise<ZipSelection | null>
  /** Deletes some that have expired. */
  sweep(): Promise<void>
}

type Ticket = Awaited<ReturnType<typeof ticketsOf>>[number]

/** Ids of the tickets that make room for a new one: the oldest of its visitor, then the oldest of the one with the most. */
function surplusOf(tickets: readonly Ticket[], added: Pick<Ticket, 'visitor' | 'ids'>): string[] {
  const surplus: string[] = []
  let kept = tickets
  const drop = (visitor: string) => {
    const oldest = kept.find((ticket) => ticket.visitor === visitor)!
    surplus.push(oldest.id)
    kept = kept.filter((ticket) => ticket !== oldest)
  }
  const measures = [
    { max: MAX_TICKETS, size: () => 1 },
    { max: MAX_IDS, size: ({ ids }: Pick<Ticket, 'ids'>) => ids },
  ]
  for (const { max, size } of measures) {
    const limit = (most: number) => most - size(added)
    const sumsByVisitor = () => {
      const sums = new Map<string, number>()
      for (const ticket of kept) sums.set(ticket.visitor, (sums.get(ticket.visitor) ?? 0) + size(ticket))
      return sums
    }
    while ((sumsByVisitor().get(added.visitor) ?? 0) > limit(max.perVisitor)) drop(added.visitor)
    while (kept.reduce((sum, ticket) => sum + size(ticket), 0) > limit(max.perHolder)) {
      drop([...sumsByVisitor()].reduce((most, one) => (one[1] > most[1] ? one : most))[0])
    }
  }
  return surplus
}

export function createZipTickets({
  clock,
  db,
  ids,
  transact,
}: Pick<Infrastructure, 'clock' | 'db' | 'ids' | 'transact'>): ZipTickets {
  const ticketOf = (holder: string, token: string) => ({ id: digest(token), holder, now: clock.now() })
  const parsed = (selection: string | undefined) =>
    selection === undefined ? null : (JSON.parse(selection) as ZipSelection)

  return {
    async issue(holder, selection, visitor = '') {
      const needed = 1 + ('items' in selection ? selection.items.length : selection.except.length)
      const [token, expiresAt] = [ids.token(), clock.now() + VALIDITY_MS]
      await transact(async (trx) => {
        await deleteExpiredTickets(trx, clock.now(), SWEPT_PER_TICKET)
        await deleteTickets(trx, surplusOf(await ticketsOf(trx, holder), { visitor, ids: needed }))
        const row = { id: digest(token), holder, visitor, ids: needed, expires_at: expiresAt }
        await insertTicket(trx, { ...row, selection: JSON.stringify(selection) })
      })
      return { token, expiresAt }
    },
    redeem: async (holder, token) => parsed(await transact((trx) => takeTicket(trx, ticketOf(holder, token)))),
    peek: async (holder, token) => parsed(await findTicket(db, ticketOf(holder, token))),
    sweep: () => transact((trx) => deleteExpiredTickets(trx, clock.now(), SWEPT_AT_ONCE)),
  }
}
