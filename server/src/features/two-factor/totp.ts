import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

/** Loaded with the first second factor. */
const loadLibrary = () => import('otplib')

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

/** As they are encoded in an address. A QR code of more characters is hard to scan, or impossible. */
const MAX_ISSUER_LENGTH = 120
const MAX_LABEL_LENGTH = 300

/** The beginning of a text that has at most this length when it is encoded in an address. */
function beginningOf(text: string, maxLength: number): string {
  const ellipsis = '…'
  const wellFormed = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  if (encodeURIComponent(wellFormed).length <= maxLength) return wellFormed
  let left = maxLength - encodeURIComponent(ellipsis).length
  let beginning = ''
  for (const character of wellFormed) {
    left -= encodeURIComponent(character).length
    if (left < 0) break
    beginning += character
  }
  return beginning + ellipsis
}

/** The address that authenticator apps scan. Names in it are only shown there: long ones are cut. */
export async function totpAddress(app: string, email: string, base32: string): Promise<string> {
  const { generateURI } = await loadLibrary()
  return generateURI({
    issuer: beginningOf(app, MAX_ISSUER_LENGTH),
    label: beginningOf(email, MAX_LABEL_LENGTH),
    secret: base32,
  })
}

export async function createTotpSecret(): Promise<string> {
  const { generateSecret } = await loadLibrary()
  return generateSecret()
}

/** The time step of a code; null where it is none of the present step, the one before or the one after. */
export async function stepOfCode(base32: string, code: string, nowMs: number): Promise<number | null> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const { verifySync } = await loadLibrary()
  const result = verifySync({
    secret: base32,
    token,
    epoch: Math.floor(nowMs / 1000),
    period: STEP_SECONDS,
    epochTolerance: STEP_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
