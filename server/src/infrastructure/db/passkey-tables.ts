import type { Generated } from 'kysely'
import type { Millis } from '../clock.ts'

export interface PasskeysTable {
  id: string
  user_id: string
  /** Base64url, unique. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often the device says that it has signed; 0 where it does not count. */
  counter: number
  /** JSON: how browsers reach the device, for `excludeCredentials` and `allowCredentials`. */
  transports: string
  name: string
  /** Whether the provider copies it to further devices. */
  is_backed_up: Generated<0 | 1>
  created_at: Millis
  last_used_at: Millis | null
}
