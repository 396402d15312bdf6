import { Id } from '@holdall/api'
import * as z from 'zod/mini'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { ListingOrder } from './listing-order.store.ts'
import type { LevelPosition } from './listing.store.ts'

/** Longer than any sort key. */
const MAX_VALUE_LENGTH = 1024

const Position = z.tuple([
  z.union([
    // No name has others, and PostgreSQL refuses them.
    z.string().check(
      z.maxLength(MAX_VALUE_LENGTH),
      z.refine((text) => !/[\0\p{Surrogate}]/u.test(text)),
    ),
    z.int(),
  ]),
  Id,
])

/** The last folder of a page, from which the next one continues also where that folder is gone by then. */
export const cursorOf = ({ value, id }: LevelPosition): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Throws `validation` for a cursor of no page in this order. */
export function positionOf(cursor: string, sort: ListingOrder['sort']): LevelPosition {
  const found = Position.safeParse(parsed(cursor))
  if (!found.success || (typeof found.data[0] === 'number') !== (sort === 'created_at')) {
    throw refuse('validation', { errors: { cursor: ['This has to be the cursor of a page in the same order.'] } })
  }
  const [value, id] = found.data
  return { value, id }
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
