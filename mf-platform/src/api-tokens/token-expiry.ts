import { fromInputValue } from '../share-links/zoned-time.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** In days; `date` is one that the user chooses, `never` none. */
export const expiryChoices = ['7', '30', '90', '365', 'date', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

/**
 * When a token expires, as ISO 8601; null: it does not. A chosen date (`2030-01-31`) counts until its end in the time zone;
 * undefined is one that is missing or has passed.
 */
export function expiryOf(
  choice: ExpiryChoice,
  date: string,
  nowMs: number,
  timeZone: string | undefined,
): string | null | undefined {
  if (choice === 'never') return null
  const atMs = choice === 'date' ? fromInputValue(`${date}T23:59`, timeZone) : nowMs + Number(choice) * DAY_MS
  return atMs === null || atMs <= nowMs ? undefined : new Date(atMs).toISOString()
}
