import type { Manifest } from './manifest.ts'

/** Sessions of users and of visitors of links, links in mails, unfinished sign-ins, and tickets. */
const SESSION_TABLES = [
  'sessions',
  'share_grants',
  'password_resets',
  'email_changes',
  'sign_in_flows',
  'pending_links',
  'zip_tickets',
]
const TOKENS_TABLE = 'api_tokens'

/**
 * Whether a restore leaves out the rows of a table: which of them have ended since the backup is not known. Tokens that
 * nobody has revoked can be kept.
 */
export const isEndedTable = (name: string, { keepTokens = false } = {}): boolean =>
  SESSION_TABLES.includes(name) || (name === TOKENS_TABLE && !keepTokens)

export interface EndedRows {
  readonly sessions: number
  readonly tokens: number
}

/** How many sessions and API tokens of the backup a restore leaves out. */
export function endedRows({ tables }: Manifest, keepTokens: boolean): EndedRows {
  const rowsOf = (name: string) =>
    isEndedTable(name, { keepTokens }) ? (tables.find((table) => table.name === name)?.rows ?? 0) : 0
  return { sessions: rowsOf('sessions'), tokens: rowsOf(TOKENS_TABLE) }
}
