import { randomBytes } from 'node:crypto'
import { digest } from '../../infrastructure/ids.ts'

export const RECOVERY_CODES = 10

/** Base32 of Crockford: without letters that look like digits or like each other. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_LENGTH = 16
const GROUP_LENGTH = 4
const readAs: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }

/** 80 random bits, in four groups: `7f3k-0vxz-m2dq-9pta`. */
function newRecoveryCode(): string {
  let code = ''
  for (const [at, byte] of randomBytes(CODE_LENGTH).entries()) {
    if (at > 0 && at % GROUP_LENGTH === 0) code += '-'
    code += alphabet[byte % alphabet.length]
  }
  return code
}

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

/** What is stored of a code, however it was typed. A fast hash is enough: a code has too many bits to be tried. */
export const hashOfRecoveryCode = (code: string): string =>
  digest(
    code
      .toLowerCase()
      .replace(/[^0-9a-z]/g, '')
      .replace(/[oil]/g, (letter) => readAs[letter]!),
  )
