import { type Clock, hour } from '../../infrastructure/clock.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { digest, type Ids } from '../../infrastructure/ids.ts'
import { putPasswordReset } from './password-reset.store.ts'

export const RESET_TTL_MS = hour

/** The fragment of an address reaches no server: neither logs nor other sites have the token. */
const resetPage = (email: string, token: string) =>
  `/create-new-password#${new URLSearchParams({ email, token }).toString()}`

interface Account {
  readonly id: string
  readonly email: string
  readonly password_version: number
}

/** A new link for an account, in place of the one before; the path of its page, which has the only copy of the token. */
export async function createResetLink(
  on: Db | Trx,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  { id, email, password_version }: Account,
): Promise<string> {
  const token = ids.token()
  await putPasswordReset(on, {
    user_id: id,
    token_digest: digest(token),
    email,
    password_version,
    expires_at: clock.now() + RESET_TTL_MS,
  })
  return resetPage(email, token)
}
