import { verifySync } from 'otplib'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

const STEP_SECONDS = 30
const PURPOSE = 'totp'

/** Encrypted for one account: that of another one is of no use to it. */
export const encryptTotpSecret = ({ secret }: Pick<Infrastructure, 'secret'>, userId: string, base32: string): string =>
  secret.encrypt(PURPOSE, base32, userId)

/** Null where it was encrypted with another key, or for another account. */
export const decryptTotpSecret = (
  { secret }: Pick<Infrastructure, 'secret'>,
  userId: string,
  encrypted: string,
): string | null => secret.decrypt(PURPOSE, encrypted, userId)

/** The time step of a code; null where it is none of the present step, the one before or the one after. */
export function stepOfCode(base32: string, code: string, nowMs: number): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const result = verifySync({
    secret: base32,
    token,
    epoch: Math.floor(nowMs / 1000),
    period: STEP_SECONDS,
    epochTolerance: STEP_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
