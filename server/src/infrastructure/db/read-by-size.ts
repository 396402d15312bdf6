import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'
import { type Db, readInBackground } from './transact.ts'

/** Reads in the background what goes through `many` candidates or more, and at once what goes through fewer. */
export async function readBySize<T>(
  db: Db,
  candidates: SelectQueryBuilder<Database, 'entries' | 'shares', { id: string }>,
  many: number,
  read: () => Promise<T>,
): Promise<T> {
  const { n } = await db
    .selectFrom(candidates.limit(many).as('candidates'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n) < many ? read() : readInBackground(read)
}
