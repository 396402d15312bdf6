import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { BlobStore } from './blobs/blob-store.ts'
import type { StorageSettings } from './blobs/s3-settings.ts'
import { StorageError } from './blobs/storage-error.ts'
import type { Clock } from './clock.ts'
import type { Db, Transact, Trx } from './db/transact.ts'
import { hasOwner } from './installation.store.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'
import { StartError } from './start-error.ts'

/** What the rows of a database need beside it: the storage with its contents, and the key of what is encrypted and signed. */
const Identity = z.object({
  storage: z.uuid(),
  /** A signature that only this key makes. */
  secret: z.string(),
})
export type Identity = z.infer<typeof Identity>

const identitySetting = 'installation.identity'
const SIGNED = ['installation identity', 'secret'] as const

type StorageIdentity = Pick<BlobStore, 'identity' | 'setIdentity'>

interface Parts {
  readonly blobs: StorageIdentity
  readonly secret: Secret
}

/** Null for a database from before identities, and for one without an owner. */
export async function recordedIdentity(db: Db): Promise<Identity | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', identitySetting).executeTakeFirst()
  return row ? Identity.parse(JSON.parse(row.value)) : null
}

/** The same with another key. */
export const identityWith = (identity: Identity, secret: Secret): Identity => ({
  ...identity,
  secret: secret.sign(...SIGNED),
})

/** Whether the database is used with this key. */
export const isIdentityOf = (secret: Secret, recorded: Identity): boolean =>
  secret.verifyCurrent(...SIGNED, recorded.secret)

/** That of a storage, which gets one where it has none, and of a secret. */
export async function identityOf({ blobs, secret }: Parts, newStorageId: string = randomUUID()): Promise<Identity> {
  const known = await blobs.identity()
  if (known === null) await blobs.setIdentity(newStorageId)
  return { storage: known ?? newStorageId, secret: secret.sign(...SIGNED) }
}

const rowOf = (identity: Identity, now: number) => ({ value: JSON.stringify(identity), updated_at: now })

/** From now on, the database is used with these. */
export async function replaceIdentity(db: Db, identity: Identity, now: number): Promise<void> {
  const row = rowOf(identity, now)
  await db
    .insertInto('settings')
    .values({ name: identitySetting, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** SQL for a restore: replaces the identity in a database that has an owner. The values have no quotes. */
export const identityStatements = (identity: Identity, now: number): readonly string[] => [
  `delete from settings where name = '${identitySetting}'`,
  `insert into settings (name, value, updated_at)
   select '${identitySetting}', '${JSON.stringify(Identity.parse(identity))}', ${now}
   from settings where name = 'installation.owner'`,
]

export interface InstallationIdentity {
  /**
   * Throws `StartError` where the database is used with another secret or storage. A database without an identity gets
   * this one, once it has an owner: until then the setup may choose another storage.
   */
  check(): Promise<void>
  /** Records it with the owner, in one transaction. */
  record(trx: Trx): Promise<void>
  /** Checks again in the background what could not be checked at the start. */
  recheck(): void
  /** A check has failed after the start: this server must not be used. */
  readonly isForeign: boolean
}

interface Deps extends Parts {
  readonly db: Db
  readonly transact: Transact
  readonly clock: Clock
  readonly log: Log
  readonly config: { readonly dataDir: string; readonly storage: StorageSettings }
}

export function createInstallationIdentity(deps: Deps): InstallationIdentity {
  const { blobs, clock, db, log, secret, transact } = deps
  let state: 'unknown' | 'confirmed' | 'foreign' = 'unknown'
  let checking: Promise<void> | undefined

  /** The storage gets its id within the transaction: of servers that start at once, one decides. */
  async function recordIn(trx: Trx): Promise<Identity | null> {
    const draft = { storage: randomUUID(), secret: secret.sign(...SIGNED) }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('settings')
      .values({ name: identitySetting, ...rowOf(draft, clock.now()) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return recordedIdentity(trx)
    const identity = await identityOf({ blobs, secret }, draft.storage)
    await replaceIdentity(trx, identity, clock.now())
    return identity
  }

  async function check(): Promise<void> {
    if (!(await hasOwner(db))) return
    try {
      const recorded = (await recordedIdentity(db)) ?? (await transact(recordIn))
      const mismatch = recorded && (await mismatchOf(recorded, deps))
      if (mismatch) {
        state = 'foreign'
        throw new StartError(mismatch)
      }
      state = 'confirmed'
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      if (error.reason !== 'unavailable') throw new StartError(error.message)
      log.warn({ err: error }, 'the storage cannot be compared with the database now')
    }
  }

  return {
    check,
    async record(trx) {
      try {
        await recordIn(trx)
      } catch (error) {
        if (!(error instanceof StorageError && error.reason === 'unavailable')) throw error
        // The next check records it.
        await trx.deleteFrom('settings').where('name', '=', identitySetting).execute()
        log.warn({ err: error }, 'the storage cannot be recorded in the database now')
      }
    },
    recheck() {
      if (state !== 'unknown' || checking) return
      checking = check()
        .catch((error: unknown) => log.error({ err: error }, 'secret and storage are not those of the database'))
        .finally(() => (checking = undefined))
    },
    get isForeign() {
      return state === 'foreign'
    },
  }
}

/** What the operator reads; null where secret and storage are those of the database. */
async function mismatchOf(recorded: Identity, { blobs, secret, config }: Deps): Promise<string | null> {
  const { dataDir, storage } = config
  const adopt = 'If it was replaced on purpose, run "holdall storage adopt" with this configuration.'
  if (!isIdentityOf(secret, recorded)) {
    return `${join(dataDir, 'secret.key')} is not the key that this database is used with. Copy secret.key from the data folder that belongs to the database, or see HOLDALL_DATABASE_URL. ${adopt}`
  }
  if ((await blobs.identity()) === recorded.storage) return null
  const where =
    storage.driver === 's3' && storage.s3 ? `The bucket ${storage.s3.bucket}` : `The folder ${join(dataDir, 'blobs')}`
  return `${where} is not the storage that this database is used with: the files in the database are not there. All servers of a database need the same storage: see HOLDALL_DATA_DIR, HOLDALL_STORAGE_DRIVER and HOLDALL_DATABASE_URL. ${adopt}`
}
