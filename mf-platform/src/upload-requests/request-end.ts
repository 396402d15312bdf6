import type { UploadRequest } from '@holdall/api'
import { fromInputValue, toInputValue } from '../share-links/zoned-time.ts'

const DAY_MS = 86_400_000
/** Ten years, as on the server. */
const MAX_OPEN_MS = 3652 * DAY_MS

/** In so many days, at a date, when nobody has uploaded for some hours, or never. */
export const endChoices = ['1', '3', '7', '30', 'date', 'idle', 'never'] as const
export type EndChoice = (typeof endChoices)[number]

/** When a request closes, as its owner chooses it. */
export interface ChosenEnd {
  readonly choice: EndChoice
  /** Value of an input for date and time, in the time zone of the user; where `choice` is `date`. */
  readonly date: string
}

export const defaultEnd: ChosenEnd = { choice: '7', date: '' }

/** The end that an open request has; a new one for a request that is opened again. */
export function endOf({ attributes }: UploadRequest, timeZone: string | undefined): ChosenEnd {
  const { ended_at: endedAt, closes_at: closesAt, closes_when_idle: whenIdle = false } = attributes
  if (endedAt !== null) return defaultEnd
  if (whenIdle) return { choice: 'idle', date: '' }
  return closesAt === null
    ? { choice: 'never', date: '' }
    : { choice: 'date', date: toInputValue(Date.parse(closesAt), timeZone) }
}

/** When such a choice closes a request; null: at no known time, or the date is missing or in the past. */
export function momentOf({ choice, date }: ChosenEnd, nowMs: number, timeZone: string | undefined): number | null {
  if (choice === 'idle' || choice === 'never') return null
  const atMs = choice === 'date' ? fromInputValue(date, timeZone) : nowMs + Number(choice) * DAY_MS
  return atMs === null || atMs <= nowMs ? null : atMs
}

/** The first and the last value of the input for the date. */
export const dateBounds = (nowMs: number, timeZone: string | undefined) => ({
  min: toInputValue(nowMs, timeZone),
  max: toInputValue(nowMs + MAX_OPEN_MS, timeZone),
})

export type EndFields = { readonly closes_at: string | null } | { readonly closes_when_idle: true }

/** The fields of a call; null where the date is missing or in the past. */
export function fieldsOf(end: ChosenEnd, nowMs: number, timeZone: string | undefined): EndFields | null {
  if (end.choice === 'idle') return { closes_when_idle: true }
  if (end.choice === 'never') return { closes_at: null }
  const atMs = momentOf(end, nowMs, timeZone)
  return atMs === null ? null : { closes_at: new Date(atMs).toISOString() }
}
