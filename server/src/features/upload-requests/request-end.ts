import { DEFAULT_REQUEST_DAYS, type UploadRequestStatus } from '@holdall/api'
import { day, hour } from '../../infrastructure/clock.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { UNUSED_HOURS } from './upload-request-state.ts'
import type { UploadRequestRow } from './upload-request.store.ts'

/** Hours after the last upload after which a request that closes when idle is filled. */
const IDLE_HOURS = 3
export const IDLE_MS = IDLE_HOURS * hour
const UNUSED_MS = UNUSED_HOURS * hour
/** Ten years. */
const MAX_OPEN_MS = 3653 * day

/** When a request is to close: at a moment (ISO 8601), never with null, or when nobody uploads. */
export interface ChosenEnd {
  readonly closes_at?: string | null | undefined
  readonly closes_when_idle?: boolean | undefined
}

export type RequestEnd = Pick<UploadRequestRow, 'closes_at' | 'closes_when_idle'>

/** By the idle rule, counted from now. */
const idleEnd = (status: UploadRequestStatus, now: number): RequestEnd => ({
  closes_at: now + (status === 'filling' ? IDLE_MS : UNUSED_MS),
  closes_when_idle: 1,
})

/** The end that was chosen, counted from now; null where none was. Throws `validation` for a moment that is out of bounds. */
export function chosenEnd(
  { closes_at: date, closes_when_idle: whenIdle }: ChosenEnd,
  status: UploadRequestStatus,
  now: number,
): RequestEnd | null {
  if (whenIdle) return idleEnd(status, now)
  if (date === undefined) return null
  if (date === null) return { closes_at: null, closes_when_idle: 0 }
  const closesAt = Date.parse(date)
  if (closesAt <= now) throw refuse('validation', { fields: { closes_at: 'field.expires_at.past' } })
  if (closesAt > now + MAX_OPEN_MS) throw refuse('validation', { fields: { closes_at: 'field.expires_at.far' } })
  return { closes_at: closesAt, closes_when_idle: 0 }
}

export const defaultEnd = (now: number): RequestEnd => ({
  closes_at: now + DEFAULT_REQUEST_DAYS * day,
  closes_when_idle: 0,
})

/** The end of a request that is opened again, or for longer, where none was chosen: by the rule that it had. */
export function renewedEnd({ closes_at: closesAt, closes_when_idle: whenIdle }: RequestEnd, now: number): RequestEnd {
  // Also of one that is being filled: its owner keeps it open.
  if (whenIdle === 1) return idleEnd('active', now)
  return closesAt === null ? { closes_at: null, closes_when_idle: 0 } : defaultEnd(now)
}
