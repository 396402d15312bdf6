import type { Millis } from '../clock.ts'
import type { Generated } from 'kysely'

/** Selections that are downloaded as a zip, once. */
export interface ZipTicketsTable {
  /** SHA-256 of the token, hex. */
  id: string
  /** Whose it is: a user, or the visitors of one link. */
  holder: string
  /** Of a link: SHA-256 of the network address that it was issued to, hex. Empty for a user. */
  visitor: Generated<string>
  /** How many ids the selection has. */
  ids: number
  expires_at: Millis
  /** JSON. */
  selection: string
}
