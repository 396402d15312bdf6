import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restrictMode } from './restrict-mode.ts'
import { StartError } from './start-error.ts'

/** Signs values that clients send back, and encrypts what is stored. What was made for one `purpose` is invalid for every other. */
export interface Secret {
  sign(purpose: string, text: string): string
  /** Whether this key made it, or the one before until its signatures end. */
  verify(purpose: string, text: string, signature: string): boolean
  /** Whether this key made it. */
  verifyCurrent(purpose: string, text: string, signature: string): boolean
  /** AES-256-GCM with a key of the purpose. `context`, such as the id of the owner, has to be the same to decrypt it. */
  encrypt(purpose: string, text: string, context: string): string
  /** Null for what was encrypted with another key, for another purpose or in another context. */
  decrypt(purpose: string, encrypted: string, context: string): string | null
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key before a rotation. Its signatures are valid until then. */
export interface PreviousKey {
  readonly bytes: Uint8Array
  readonly validUntilMs: number
}

/** `previous`: null where no other key is valid. `now`: the time in milliseconds. */
export function secretFrom(bytes: Uint8Array, previous: PreviousKey | null = null, now = Date.now): Secret {
  const earlier = previous && secretFrom(previous.bytes)
  // From plain bytes, Node would create a key object for each signature.
  const key = createSecretKey(bytes)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
  const verifyCurrent = (purpose: string, text: string, signature: string) => {
    const right = Buffer.from(sign(purpose, text))
    const offered = Buffer.from(signature)
    return right.length === offered.length && timingSafeEqual(right, offered)
  }
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
    verifyCurrent,
    verify: (purpose, text, signature) =>
      verifyCurrent(purpose, text, signature) ||
      (earlier !== null && now() < previous!.validUntilMs && earlier.verifyCurrent(purpose, text, signature)),
  }
}

const KEY_BYTES = 32
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** The files of the keys: the one in use, the one before, and the next one while a rotation is not complete. */
export const keyFiles = (dataDir: string) => ({
  current: join(dataDir, 'secret.key'),
  previous: join(dataDir, 'secret.previous.key'),
  next: join(dataDir, 'secret.next.key'),
})

/** The text of `secret.previous.key`. */
export const previousKeyText = (key: string, validUntilMs: number): string => `${key}\n${validUntilMs}\n`

/** Null without such a key, and when its signatures have ended. */
function readPrevious(path: string, nowMs: number): PreviousKey | null {
  if (!existsSync(path)) return null
  const [key = '', until] = readFileSync(path, 'utf8').split('\n')
  const previous = { bytes: Buffer.from(key, 'base64url'), validUntilMs: Number(until) }
  return previous.bytes.length >= KEY_BYTES && nowMs < previous.validUntilMs ? previous : null
}

/** The next key while a rotation is not complete. */
export interface UnfinishedRotation {
  readonly key: string
  /** The present key has leaked: what it has signed ends with the rotation. */
  readonly isLeaked: boolean
}

const LEAKED = 'leaked'

/** The text of `secret.next.key`. */
export const nextKeyText = ({ key, isLeaked }: UnfinishedRotation): string => `${key}\n${isLeaked ? `${LEAKED}\n` : ''}`

/** Null where no rotation was interrupted. */
export function unfinishedRotation(dataDir: string): UnfinishedRotation | null {
  const { next } = keyFiles(dataDir)
  if (!existsSync(next)) return null
  const [key = '', mode] = readFileSync(next, 'utf8').split('\n')
  return { key, isLeaked: mode === LEAKED }
}

/** Throws `StartError` while a rotation is not complete. */
export function refuseUnfinishedRotation(dataDir: string): void {
  const unfinished = unfinishedRotation(dataDir)
  if (!unfinished) return
  const command = `holdall secret rotate${unfinished.isLeaked ? ' --now' : ''}`
  throw new StartError(`The rotation of ${keyFiles(dataDir).current} was interrupted. Run "${command}" again.`)
}

/**
 * The installation's key, made at the first start. An empty or damaged key is refused rather than replaced. Throws
 * `StartError` while a rotation is not complete: a part of what is encrypted needs the next key.
 */
export function readSecret(dataDir: string, now: () => number = Date.now): Secret {
  refuseUnfinishedRotation(dataDir)
  const bytes = readKey(dataDir)
  return secretFrom(bytes, readPrevious(keyFiles(dataDir).previous, now()), now)
}

/** The bytes of `secret.key`, also while a rotation is not complete. */
export function readKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { current: path } = keyFiles(dataDir)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    text = makeKey(path)
  }
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length < KEY_BYTES) {
    throw new StartError(
      `${path} holds no key. Restore it from a backup; or remove it and run "holdall storage adopt", which ends all links in mails.`,
    )
  }
  restrictMode(path, 'file')
  return key
}

/** Creates the file atomically, so that two processes that start at once get the same key. */
function makeKey(path: string): string {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${newKey()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
