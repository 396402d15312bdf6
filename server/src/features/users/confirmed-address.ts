import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isAddressTrusted } from '../../infrastructure/mail/trusted-address.ts'
import { findUserById } from './user.store.ts'

type Deps = Pick<Infrastructure, 'mailer'>

/** Throws `address-unconfirmed` for a caller who would act in the name of an address that was never confirmed. */
export async function requireConfirmedAddress({ mailer }: Deps, on: Db | Trx, userId: string): Promise<void> {
  if (!mailer.delivers) return
  const user = await findUserById(on, userId)
  if (user && !isAddressTrusted(mailer, user)) throw refuse('address-unconfirmed')
}

/** Whether an account can be signed in to: one that was created with a mail server, only after its confirmation. */
export const maySignIn = (
  { mailer }: Deps,
  user: { readonly verified_at: number | null; readonly usable_unconfirmed: 0 | 1 },
): boolean => user.usable_unconfirmed === 1 || isAddressTrusted(mailer, user)
