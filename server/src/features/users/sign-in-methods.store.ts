import type { SignInProvider } from '@holdall/api'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { NO_PASSWORD } from '../../infrastructure/passwords/passwords.ts'

/** The providers that the operator has configured. */
export interface ConfiguredProviders {
  find(id: SignInProvider): { readonly issuer: string } | undefined
}

interface ProviderAccount {
  readonly provider: SignInProvider
  readonly issuer: string
}

/** Whether the account at the provider can sign in: not where the operator has configured another provider by now. */
export const isUsable = (providers: ConfiguredProviders, { provider, issuer }: ProviderAccount): boolean =>
  providers.find(provider)?.issuer === issuer

/**
 * Called in the transaction that has removed one. Throws `last-sign-in-method` where the account has neither a password, nor
 * a passkey, nor a usable account at a provider left. Transactions are serializable: of two that each remove one of the last
 * two, one runs again and finds that none would be left.
 */
export async function requireSignInMethod(trx: Trx, providers: ConfiguredProviders, userId: string): Promise<void> {
  const user = await trx.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  if (!user || user.password_hash !== NO_PASSWORD) return
  const passkey = await trx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (passkey) return
  const links = await trx
    .selectFrom('linked_sign_ins')
    .select(['provider', 'issuer'])
    .where('user_id', '=', userId)
    .execute()
  if (!links.some((link) => isUsable(providers, link))) throw refuse('last-sign-in-method')
}
