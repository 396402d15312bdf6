import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Signs values that clients send back, and encrypts what is stored. What was made for one `purpose` is invalid for every other. */
export interface Secret {
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** AES-256-GCM with a key of the purpose. `context`, such as the id of the owner, has to be the same to decrypt it. */
  encrypt(purpose: string, text: string, context: string): string
  /** Null for what was encrypted with another key, for another purpose or in another context. */
  decrypt(purpose: string, encrypted: string, context: string): string | null
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function secretFrom(bytes: Uint8Array): Secret {
  // From plain bytes, Node would create a key object for each signature.
  const key = createSecretKey(bytes)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, '', `encrypt\0${purpose}`, 32))
  return {
    sign,
    encrypt(purpose, text, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keyOf(purpose), nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    decrypt(purpose, encrypted, context) {
      const all = Buffer.from(encrypted, 'base64url')
      if (all.length < NONCE_BYTES + TAG_BYTES) return null
      const nonce = all.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, keyOf(purpose), nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(all.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const text = decipher.update(all.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    verify(purpose, text, signature) {
      const right = Buffer.from(sign(purpose, text))
      const offered = Buffer.from(signature)
      return right.length === offered.length && timingSafeEqual(right, offered)
    },
  }
}

/** The installation's key, made at the first start. An empty or damaged key is refused rather than replaced. */
export function readSecret(dataDir: string): Secret {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    text = makeKey(path)
  }
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length < 32) {
    throw new StartError(
      `${path} holds no key. Restore it from a backup; or remove it and run "holdall storage adopt", which ends all links in mails.`,
    )
  }
  chmodSync(path, 0o600)
  return secretFrom(key)
}

/** Creates the file atomically, so that two processes that start at once get the same key. */
function makeKey(path: string): string {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
