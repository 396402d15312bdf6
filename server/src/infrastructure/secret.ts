import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Signs values that clients send back. A signature for one `purpose` is invalid for every other. */
export interface Secret {
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

export function secretFrom(bytes: Uint8Array): Secret {
  // From plain bytes, Node would create a key object for each signature.
  const key = createSecretKey(bytes)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
  return {
    sign,
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
    throw new StartError(`${path} holds no key. Restore it from a backup; or remove it, which ends all links in mails.`)
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
