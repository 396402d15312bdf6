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
/** One holder is a user, or all visitors of one link together. */
const MAX_PER_HOLDER = 64
/** Ids take about 40 bytes each. */
const MAX_IDS_PER_HOLDER = 80_000
/** Expired ones that each new ticket deletes: the table holds little more than what is valid. */
const SWEPT_PER_TICKET = 100
/** That one transaction deletes. */
const SWEPT_AT_ONCE = 1000

/**
 * Selections that are too long for an address. In the database, so that the download may reach another process than the
 * call that prepared it.
 */
export interface ZipTickets {
  issue(holder: string, selection: ZipSelection): Promise<{ readonly token: string; readonly expiresAt: number }>
  /** The selection, once, for the holder that it was issued to. */
  redeem(holder: string, token: string): Promise<ZipSelection | null>
  /** The same, and it remains valid. */
  peek(holder: string, token: string): Promise<ZipSelection | null>
  /** Deletes some that have expired. */
  sweep(): Promise<void>
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
    async issue(holder, selection) {
      const needed = 1 + ('items' in selection ? selection.items.length : selection.except.length)
      const [token, expiresAt] = [ids.token(), clock.now() + VALIDITY_MS]
      await transact(async (trx) => {
        await deleteExpiredTickets(trx, clock.now(), SWEPT_PER_TICKET)
        const own = await ticketsOf(trx, holder)
        let held = own.reduce((sum, ticket) => sum + ticket.ids, 0)
        // The oldest make room.
        const surplus: string[] = []
        for (const ticket of own) {
          if (own.length - surplus.length < MAX_PER_HOLDER && held + needed <= MAX_IDS_PER_HOLDER) break
          surplus.push(ticket.id)
          held -= ticket.ids
        }
        await deleteTickets(trx, surplus)
        const row = { id: digest(token), holder, ids: needed, expires_at: expiresAt }
        await insertTicket(trx, { ...row, selection: JSON.stringify(selection) })
      })
      return { token, expiresAt }
    },
    redeem: async (holder, token) => parsed(await transact((trx) => takeTicket(trx, ticketOf(holder, token)))),
    peek: async (holder, token) => parsed(await findTicket(db, ticketOf(holder, token))),
    sweep: () => transact((trx) => deleteExpiredTickets(trx, clock.now(), SWEPT_AT_ONCE)),
  }
}
