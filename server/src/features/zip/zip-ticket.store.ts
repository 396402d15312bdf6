import type { Selectable } from 'kysely'
import type { ZipTicketsTable } from '../../infrastructure/db/zip-ticket-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

type ZipTicketRow = Selectable<ZipTicketsTable>

export async function insertTicket(trx: Trx, row: ZipTicketRow): Promise<void> {
  await trx.insertInto('zip_tickets').values(row).execute()
}

/** The tickets of a holder, the oldest first, without their selections. */
export function ticketsOf(trx: Trx, holder: string): Promise<Pick<ZipTicketRow, 'id' | 'ids' | 'visitor'>[]> {
  return trx
    .selectFrom('zip_tickets')
    .select(['id', 'ids', 'visitor'])
    .where('holder', '=', holder)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
}

export async function deleteTickets(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('zip_tickets').where('id', 'in', ids).execute()
}

/** Deletes expired ones, at most `limit`. */
export async function deleteExpiredTickets(trx: Trx, now: number, limit: number): Promise<void> {
  await trx
    .deleteFrom('zip_tickets')
    .where('id', 'in', (eb) =>
      eb.selectFrom('zip_tickets').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
    )
    .execute()
}

interface TicketOf {
  readonly id: string
  readonly holder: string
  readonly now: number
}

/** The selection of a valid ticket, which is deleted: of two calls at once, one gets it. */
export async function takeTicket(trx: Trx, { id, holder, now }: TicketOf): Promise<string | undefined> {
  const taken = await trx
    .deleteFrom('zip_tickets')
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('expires_at', '>', now)
    .returning('selection')
    .executeTakeFirst()
  return taken?.selection
}

export async function findTicket(db: Db, { id, holder, now }: TicketOf): Promise<string | undefined> {
  const found = await db
    .selectFrom('zip_tickets')
    .select('selection')
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.selection
}
