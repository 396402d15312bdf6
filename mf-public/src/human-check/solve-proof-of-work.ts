import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib'
import type { Challenge, DeriveKeyFunction, Solution } from 'altcha-lib/types'

/** That of `altcha-lib` needs `crypto.subtle`, which is missing over plain http, and is slower for texts as short as these. */
const deriveKey: DeriveKeyFunction = ({ cost, keyLength }, salt, password) => {
  let key = new Uint8Array(salt.length + password.length)
  key.set(salt)
  key.set(password, salt.length)
  for (let hashes = 0; hashes < cost; hashes++) key = Uint8Array.from(sha256(key))
  return Promise.resolve({ derivedKey: key.slice(0, keyLength) })
}

/** Null where it takes more than a minute and a half. */
export const solveProofOfWork = (challenge: Challenge): Promise<Solution | null> =>
  solveChallenge({ challenge, deriveKey })
