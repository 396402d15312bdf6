import type { SharePermission } from '@holdall/api'
import type { Generated } from 'kysely'
import type { Millis } from '../clock.ts'

export interface SharesTable {
  id: string
  /** At least 128 random bits. */
  token: string
  entry_id: string
  owner_id: string
  /** For the owner, to tell several links apart. */
  name: string | null
  /** The member of a team folder who made it; null is the owner. */
  creator_id: Generated<string | null>
  permission: SharePermission
  /** 0: visitors see names and thumbnails only. */
  can_download: Generated<0 | 1>
  password_hash: string | null
  /** Increased by every change of password, permission or expiry; grants of an earlier version are invalid. */
  grant_version: Generated<number>
  /** The chosen hours. */
  expire_in: number | null
  expires_at: Millis | null
  /** The link ends after so many downloads; null: there is no limit. */
  download_limit: number | null
  /** How many were begun while there was a limit. */
  downloads: Generated<number>
  created_at: Millis
  updated_at: Millis
}

export interface ShareGrantsTable {
  /** SHA-256 of the visitor's cookie secret, hex. */
  id: string
  share_id: string
  grant_version: number
  created_at: Millis
  expires_at: Millis
}

/** Tokens of links that were revoked, or made room for others after they had expired: for the page that visitors get. */
export interface EndedSharesTable {
  token: string
  reason: 'revoked' | 'expired'
  ended_at: Millis
  /** Null where the account is deleted, and of links that ended before an owner was stored. */
  owner_id: string | null
}
