import type { SecondFactor } from '@holdall/api'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { decryptTotpSecret, stepOfCode } from './totp.ts'
import { findTotp, spendRecoveryCode, spendStep } from './two-factor.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'log' | 'secret'>

/**
 * Uses up a code of an account, in the transaction of what it allows. Throws for one that is wrong or was used; also
 * where the secret of the account cannot be read: its recovery codes are accepted then, and nothing else is.
 */
export async function spendSecondFactor(
  deps: Deps,
  trx: Trx,
  userId: string,
  { code, recovery_code }: SecondFactor,
): Promise<void> {
  if (recovery_code !== undefined) {
    if (await spendRecoveryCode(trx, userId, hashOfRecoveryCode(recovery_code))) return
    throw refuseSecret('validation', { fields: { recovery_code: 'field.recovery_code.wrong' } })
  }
  if (code !== undefined && (await spendCodeOfApp(deps, trx, userId, code))) return
  throw refuseSecret('validation', { fields: { code: 'field.code.wrong' } })
}

/** Returns whether the code was right. */
export async function spendCodeOfApp(deps: Deps, trx: Trx, userId: string, code: string): Promise<boolean> {
  const totp = await findTotp(trx, userId)
  if (!totp) return false
  const base32 = decryptTotpSecret(deps, userId, totp.secret)
  if (base32 === null) {
    deps.log.error({ userId }, 'the secret of a second factor cannot be decrypted: was secret.key replaced?')
    return false
  }
  const step = await stepOfCode(base32, code, deps.clock.now())
  return step !== null && spendStep(trx, userId, step)
}
