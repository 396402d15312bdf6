import { join } from 'node:path'
import { migrateStorage } from '../features/storage/migrate-storage.ts'
import type { BlobStore } from '../infrastructure/blobs/blob-store.ts'
import { checkS3 } from '../infrastructure/blobs/check-s3.ts'
import { openBlobs } from '../infrastructure/blobs/open-blob-store.ts'
import type { StorageSettings } from '../infrastructure/blobs/s3-settings.ts'
import { STORAGE_ID_KEY } from '../infrastructure/blobs/storage-id.ts'
import { systemClock } from '../infrastructure/clock.ts'
import type { Config } from '../infrastructure/config/config.ts'
import type { Db } from '../infrastructure/db/transact.ts'
import { identityOf, recordedIdentity, replaceIdentity } from '../infrastructure/installation-identity.store.ts'
import { readSecret } from '../infrastructure/secret.ts'
import { CommandError, withDatabase } from './database.ts'
import { type Terminal, UsageError } from './output.ts'

type Driver = StorageSettings['driver']

const usage = 'Usage: holdall storage check, holdall storage adopt, or holdall storage migrate --to local|s3 [--verify]'
const names: Readonly<Record<Driver, string>> = { local: 'the data folder', s3: 'S3' }
const count = (number: number) => `${number} content${number === 1 ? '' : 's'}`

/** `holdall storage …`. */
export async function storageCommand(
  args: readonly string[],
  { to, verify }: { readonly to: string | undefined; readonly verify: boolean },
  config: Config,
  terminal: Terminal,
): Promise<void> {
  const [verb, ...rest] = args
  if (rest.length > 0) throw new UsageError(usage)
  if (verb === 'check' && to === undefined) return check(config, terminal)
  if (verb === 'adopt' && to === undefined) return adopt(config, terminal)
  if (verb !== 'migrate' || (to !== 'local' && to !== 's3')) throw new UsageError(usage)
  await migrate(to, verify, config, terminal)
}

async function check({ storage, dataDir, outgoingAllow }: Config, terminal: Terminal): Promise<void> {
  if (!storage.s3) {
    terminal.out(`Files are kept in ${dataDir}. S3 is not configured.`)
    return
  }
  await checkS3(storage.s3, outgoingAllow)
  const { bucket, endpoint } = storage.s3
  const use = storage.driver === 's3' ? 'Files are kept there.' : `Files are kept in ${dataDir}.`
  terminal.out(`The bucket ${bucket} at ${endpoint} works: writing, ranges, multipart uploads and deleting. ${use}`)
}

/** What an operator does after the storage or the key was replaced on purpose. */
async function adopt(config: Config, terminal: Terminal): Promise<void> {
  const blobs = openBlobs(config)
  try {
    await withDatabase(config, async ({ db }) => {
      await replaceIdentity(db, await identityOf({ blobs, secret: readSecret(config.dataDir) }), systemClock.now())
    })
  } finally {
    blobs.close()
  }
  terminal.out(
    `From now on the database is used with ${join(config.dataDir, 'secret.key')} and the files in ${names[config.storage.driver]}. Servers with others do not start.`,
  )
}

/** The target becomes a storage of this database. Throws where it is one of another database. */
async function claimTarget(db: Db, target: BlobStore, to: Driver): Promise<void> {
  const recorded = await recordedIdentity(db)
  // An earlier Holdall has recorded none: the next start does.
  if (!recorded) return
  const present = await target.identity()
  if (present === null) await target.setIdentity(recorded.storage)
  else if (present !== recorded.storage) {
    throw new CommandError(
      `The storage of another database is in ${names[to]}. Choose another place${to === 's3' ? ', as by HOLDALL_S3_PREFIX' : ''}; or delete ${STORAGE_ID_KEY} there when it is not needed any more.`,
    )
  }
}

async function migrate(to: Driver, verifyAll: boolean, config: Config, terminal: Terminal): Promise<void> {
  if (!config.storage.s3) {
    throw new CommandError(
      'S3 is not configured. Set HOLDALL_S3_ENDPOINT or HOLDALL_S3_PROVIDER, and the bucket and key.',
    )
  }
  const from: Driver = to === 's3' ? 'local' : 's3'
  await checkS3(config.storage.s3, config.outgoingAllow)
  const [source, target] = [openBlobs(config, from), openBlobs(config, to)]
  try {
    const { copied, present, missing, damaged } = await withDatabase(config, async ({ db }) => {
      await claimTarget(db, target, to)
      return migrateStorage({
        db,
        source,
        target,
        journal: join(config.dataDir, `storage-migration-to-${to}.json`),
        verifyAll,
        progress: (done) => terminal.out(`${count(done)} done …`),
      })
    })
    terminal.out(
      `Copied ${count(copied)} to ${names[to]} and read each again; ${present} were there. Nothing was deleted.`,
    )
    report(terminal, 'Not in either place', missing)
    report(terminal, 'Not what was uploaded, kept as found', damaged)
    terminal.out(
      config.storage.driver === to
        ? `Holdall is configured to use ${names[to]}.`
        : `Stop Holdall, run this again, then set HOLDALL_STORAGE_DRIVER=${to} and start it.`,
    )
  } finally {
    source.close()
    target.close()
  }
}

function report(terminal: Terminal, what: string, ids: readonly string[]): void {
  if (ids.length > 0) terminal.err(`${what}: ${count(ids.length)} (${ids.slice(0, 5).join(', ')}).`)
}
