import { rmSync } from 'node:fs'
import { type Clock, day } from '../../infrastructure/clock.ts'
import type { Db, Transact } from '../../infrastructure/db/transact.ts'
import {
  type Identity,
  identityWith,
  isIdentityOf,
  recordedIdentity,
  replaceIdentity,
} from '../../infrastructure/installation-identity.store.ts'
import { replaceFile } from '../../infrastructure/replace-file.ts'
import {
  keyFiles,
  newKey,
  nextKeyText,
  previousKeyText,
  readKey,
  type Secret,
  secretFrom,
  unfinishedRotation,
} from '../../infrastructure/secret.ts'
import { StartError } from '../../infrastructure/start-error.ts'
import { decryptTotpSecret, encryptTotpSecret } from '../two-factor/totp.ts'
import { replaceTotpSecret, totpPage } from '../two-factor/two-factor.store.ts'

/** How long what the key before has signed stays valid. */
const PREVIOUS_VALID_MS = day
const ACCOUNTS_PER_SLICE = 200

interface Deps {
  readonly db: Db
  readonly transact: Transact
  readonly clock: Clock
  readonly dataDir: string
}

interface RotationOptions {
  /** The key has leaked: what it has signed ends at once. */
  readonly isLeaked: boolean
  /** Called after each slice with the number of second factors so far. */
  readonly progress: (done: number) => void
}

export interface Rotated {
  /** As this call or the interrupted one before said. */
  readonly isLeaked: boolean
  readonly secondFactors: number
  /** Second factors that the key could not decrypt before. */
  readonly undecryptable: number
}

/**
 * Replaces the key of the installation, while no server runs. The next key is in a file of its own until everything is
 * encrypted with it: after a kill, the same call continues, and no server starts until then. Throws `StartError` where
 * `secret.key` is not the key of the database; nothing is changed then.
 */
export async function rotateSecret(deps: Deps, options: RotationOptions): Promise<Rotated> {
  const { db, clock, dataDir } = deps
  const files = keyFiles(dataDir)
  const present = readKey(dataDir)
  const unfinished = unfinishedRotation(dataDir)
  const nextText = unfinished?.key ?? newKey()
  const isLeaked = options.isLeaked || unfinished?.isLeaked === true
  const keys = { before: secretFrom(present), next: secretFrom(Buffer.from(nextText, 'base64url')) }
  const identity = await checkedIdentity(db, keys, files.current)
  // Fails here where the database is of an earlier version, before anything is changed.
  await totpPage(db, '', 1)
  replaceFile(files.next, nextKeyText({ key: nextText, isLeaked }))
  const rotated = await reencrypt(deps, keys, options.progress)
  if (identity) await replaceIdentity(db, identityWith(identity, keys.next), clock.now())
  // A kill from here on leaves `next`, so that this call is repeated.
  if (isLeaked) rmSync(files.previous, { force: true })
  else if (!present.equals(Buffer.from(nextText, 'base64url'))) {
    replaceFile(files.previous, previousKeyText(present.toString('base64url'), clock.now() + PREVIOUS_VALID_MS))
  }
  replaceFile(files.current, `${nextText}\n`)
  rmSync(files.next)
  return { ...rotated, isLeaked }
}

interface Keys {
  readonly before: Secret
  readonly next: Secret
}

async function checkedIdentity(db: Db, { before, next }: Keys, path: string): Promise<Identity | null> {
  const recorded = await recordedIdentity(db)
  if (recorded && !isIdentityOf(before, recorded) && !isIdentityOf(next, recorded)) {
    throw new StartError(`${path} is not the key that this database is used with. Nothing was changed.`)
  }
  return recorded
}

/** One transaction for each slice. It skips what is already encrypted with the next key, as after a kill. */
async function reencrypt(
  { db, transact }: Deps,
  { before, next }: Keys,
  progress: RotationOptions['progress'],
): Promise<Omit<Rotated, 'isLeaked'>> {
  let [secondFactors, undecryptable, last] = [0, 0, '']
  for (;;) {
    const page = await totpPage(db, last, ACCOUNTS_PER_SLICE)
    if (page.length === 0) return { secondFactors, undecryptable }
    await transact(async (trx) => {
      for (const { user_id: userId, secret } of page) {
        if (decryptTotpSecret({ secret: next }, userId, secret) !== null) continue
        const plain = decryptTotpSecret({ secret: before }, userId, secret)
        if (plain === null) undecryptable++
        else await replaceTotpSecret(trx, userId, encryptTotpSecret({ secret: next }, userId, plain))
      }
    })
    last = page.at(-1)!.user_id
    secondFactors += page.length
    progress(secondFactors)
  }
}
