import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { localBlobs } from '../../infrastructure/blobs/local-blob-store.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import type { Clock } from '../../infrastructure/clock.ts'
import type { Config } from '../../infrastructure/config/config.ts'
import { storageFileKeys } from '../../infrastructure/config/storage.ts'
import { openDataFolder } from '../../infrastructure/data-folder.ts'
import { connect } from '../../infrastructure/db/connect.ts'
import { migrate, migrations } from '../../infrastructure/db/migrate.ts'
import { identityOf, identityStatements } from '../../infrastructure/installation-identity.store.ts'
import { createLog } from '../../infrastructure/log.ts'
import { readSecret } from '../../infrastructure/secret.ts'
import { syncPath } from '../../infrastructure/sync-path.ts'
import { BackupError, withoutChanges } from './backup-error.ts'
import { readChecked, readRows } from './checked-file.ts'
import { copyBlob } from '../../infrastructure/blobs/copy-blob.ts'
import { endedRows, type EndedRows, isEndedTable } from './ended-tables.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { contentOfPostgres, importPostgres } from './postgres-tables.store.ts'
import { importSqlite } from './sqlite-tables.store.ts'
import { queueJobs } from './restore-jobs.ts'
import { pathOfTable } from './saved-tables.ts'
import { jobsTable, type TableImport } from './table-snapshot.ts'

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'outgoingAllow' | 'storage' | 'version'>

/** What a restore replaces in the data folder; everything else stays. */
const replaced = [
  'holdall.sqlite',
  'holdall.sqlite-wal',
  'holdall.sqlite-shm',
  'blobs',
  'partial',
  'tmp',
  'secret.key',
  'secret.previous.key',
  'secret.next.key',
  'ui',
]

export interface RestoreSummary {
  readonly manifest: Manifest
  /** Where the data folder's earlier content was moved; null where there was none. */
  readonly earlier: string | null
  /** The target has a config.json of its own, which stays. */
  readonly keptConfig: boolean
  readonly ended: EndedRows
}

interface RestoreOptions {
  readonly force: boolean
  /** None of the API tokens was revoked since the backup: they stay valid. */
  readonly keepTokens: boolean
  readonly clock: Clock
}

/**
 * Restores a backup into a data folder and a database, whose engine may differ from the backup's. Everything is checked
 * and staged first; then it takes effect by renames and one commit. Every error says which state it left.
 */
export async function restoreBackup(target: Target, folder: string, options: RestoreOptions): Promise<RestoreSummary> {
  const manifest = await checkBackup(folder)
  const unlock = takeDataFolder(target.dataDir)
  try {
    return await restoreChecked(target, folder, manifest, options)
  } finally {
    unlock()
  }
}

/** Throws `BackupError` while a server uses the data folder. The result releases it. */
export function takeDataFolder(dataDir: string): () => void {
  try {
    return openDataFolder(dataDir)
  } catch (error) {
    throw new BackupError(`${(error as Error).message} Nothing was changed.`, { cause: error })
  }
}

async function restoreChecked(
  target: Target,
  folder: string,
  manifest: Manifest,
  { force, keepTokens, clock }: RestoreOptions,
): Promise<RestoreSummary> {
  await checkTarget(target, force)
  const stamp = new Date(clock.now()).toISOString().replaceAll(':', '-')
  const staging = join(target.dataDir, `restoring-${stamp}`)
  try {
    await mkdir(staging, { recursive: true, mode: 0o700 })
    await stageBlobs(target, folder, manifest, staging)
    const keptConfig = await stageFiles(folder, manifest, target.dataDir, staging)
    const tables = await stageTables(target, folder, manifest, { staging, keepTokens })
    await stageIdentity(target, staging, tables, clock)
    const earlier = await takeEffect(target, staging, stamp, tables)
    if (target.databaseUrl && manifest.tables.some(({ name }) => name === jobsTable)) {
      await restoreJobs(target, pathOfTable(join(folder, manifest.snapshot), jobsTable), clock)
    }
    return { manifest, earlier, keptConfig, ended: endedRows(manifest, keepTokens) }
  } catch (error) {
    throw withoutChanges(error)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Throws unless everything in the manifest exists: blobs with their size, all else with its checksum. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (!manifest) throw new BackupError(`There is no backup in ${folder}: it has no manifest.json.`)
  const newer = manifest.migrations.filter((name) => !Object.hasOwn(migrations, name))
  if (newer.length > 0) {
    throw new BackupError(`The backup was made by a newer Holdall, ${manifest.version} (it knows ${newer.join(', ')}).`)
  }
  const parts = [
    ...manifest.tables.map((sum) => ({ ...sum, path: `tables/${sum.name}.jsonl` })),
    ...manifest.files.map((sum) => ({ ...sum, path: `files/${sum.path}` })),
    { ...manifest.blobs, path: 'blobs.jsonl' },
  ]
  for (const { path, bytes, rows, sha256 } of parts) {
    const found = await readChecked(join(folder, manifest.snapshot, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new BackupError(`The backup is incomplete: ${path} is missing.`)
      throw error
    })
    if (found.sha256 === sha256 && found.rows === rows) continue
    const how = found.bytes === bytes ? 'was changed' : `has ${found.bytes} bytes instead of ${bytes}`
    throw new BackupError(`The backup is damaged: ${path} ${how}.`)
  }
  const blobs = localBlobs(folder)
  for await (const { id, size } of contentsOf(folder, manifest)) {
    const found = await blobs.stat(id)
    if (found?.size !== size) {
      const how = found ? `has ${found.size} bytes instead of ${size}` : 'is missing'
      throw new BackupError(`The backup is damaged: the content ${id} ${how}.`)
    }
  }
  return manifest
}

async function checkTarget({ dataDir, databaseUrl }: Target, force: boolean): Promise<void> {
  const content = databaseUrl ? await contentOfPostgres(databaseUrl) : { tables: 0, clients: 0 }
  if (content.clients > 0) {
    throw new BackupError(
      `${content.clients} other connections use the database. Stop Holdall on every node first. Nothing was changed.`,
    )
  }
  if (force) return
  const present = replaced.filter((name) => existsSync(join(dataDir, name)))
  const why = [
    ...(present.length > 0 ? [`${dataDir} holds ${present.join(', ')}`] : []),
    ...(content.tables > 0 ? [`the database has ${content.tables} tables`] : []),
  ]
  if (why.length > 0) {
    throw new BackupError(`${why.join(', and ')}. Say --force to replace all of it. Nothing was changed.`)
  }
}

/** The id is checked because it becomes a part of a path. */
const SavedContent = z.object({
  id: z.string().check(z.regex(/^[\w-]{8,64}$/)),
  size: z.int().check(z.nonnegative()),
  sha256: z.string(),
})

/** The files in `blobs/`, with the checksum of the saved bytes, which may have been damaged before the backup. */
async function* contentsOf(folder: string, manifest: Manifest): AsyncGenerator<z.infer<typeof SavedContent>> {
  const missing = new Set(manifest.missing)
  for await (const row of readRows(join(folder, manifest.snapshot, 'blobs.jsonl'))) {
    const { data } = SavedContent.safeParse(row)
    if (!data) throw new BackupError('The backup is damaged: blobs.jsonl has an invalid row.')
    if (!missing.has(data.id)) yield { ...data, sha256: manifest.damaged[data.id] ?? data.sha256 }
  }
}

/**
 * In a bucket, contents take effect at once: each is the only one that its random key can have. Those of a restore that
 * fails are removed like other orphans.
 */
async function stageBlobs(config: Target, folder: string, manifest: Manifest, staging: string): Promise<void> {
  const source = localBlobs(folder)
  // What a bucket is sent through temporary files is not moved into the data folder.
  const target = openBlobs({ ...config, dataDir: staging })
  try {
    for await (const { id, size, sha256 } of contentsOf(folder, manifest)) {
      if ((await copyBlob(source, target, id, size)) === sha256) continue
      throw new BackupError(`The backup is damaged: the content ${id} was changed. Nothing was restored.`)
    }
  } finally {
    target.close()
    await rm(join(staging, 'tmp'), { recursive: true, force: true })
  }
}

export interface VerifiedBackup {
  readonly manifest: Manifest
  readonly contents: number
}

/** Reads all of a backup again, the contents of the files included. Throws `BackupError` with everything that was changed. */
export async function verifyBackup(folder: string): Promise<VerifiedBackup> {
  const manifest = await checkBackup(folder)
  const blobs = localBlobs(folder)
  const changed: string[] = []
  let contents = 0
  for await (const { id, size, sha256 } of contentsOf(folder, manifest)) {
    contents += 1
    const hash = createHash('sha256')
    for await (const bytes of blobs.read(id, { start: 0, end: size - 1 })) hash.update(bytes)
    if (hash.digest('hex') !== sha256) changed.push(id)
  }
  if (changed.length === 0) return { manifest, contents }
  throw new BackupError(
    `The backup is damaged: ${changed.length} of ${contents} file contents changed. Delete them from ${join(folder, 'blobs')}, and run the backup again: ${changed.join(', ')}`,
  )
}

/** True when the target has a config.json, which is then kept. */
async function stageFiles(folder: string, manifest: Manifest, dataDir: string, staging: string): Promise<boolean> {
  const keptConfig = existsSync(join(dataDir, 'config.json'))
  for (const { path } of manifest.files) {
    if (path === 'config.json' && keptConfig) continue
    const from = join(folder, manifest.snapshot, 'files', path)
    const to = join(staging, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    if (path === 'config.json') await writeFile(to, await withoutPlaces(from), { mode: 0o600 })
    else await copyFile(from, to)
    await syncPath(to)
  }
  return keptConfig
}

/** Without `database_url` and the keys of S3: the target of the restore decides where database and contents are. */
async function withoutPlaces(path: string): Promise<string> {
  const all = Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>)
  const rest = all.filter(([key]) => key !== 'database_url' && !Object.hasOwn(storageFileKeys, key))
  return `${JSON.stringify(Object.fromEntries(rest), null, 2)}\n`
}

/** Fills tables of the backup's schema, uncommitted; the next start of Holdall migrates them further. */
async function stageTables(
  { databaseUrl }: Target,
  folder: string,
  manifest: Manifest,
  { staging, keepTokens }: { readonly staging: string; readonly keepTokens: boolean },
): Promise<TableImport> {
  const known = Object.fromEntries(manifest.migrations.map((name) => [name, migrations[name]!]))
  let tables: TableImport
  if (databaseUrl) {
    tables = await importPostgres(databaseUrl, (trx) => migrate(trx, { dataDir: staging, now: 0, known }))
  } else {
    const made = connect({ dataDir: staging, databaseUrl: null }, createLog('silent'))
    try {
      await migrate(made.db, { dataDir: staging, now: 0, known })
    } finally {
      await made.db.destroy()
    }
    tables = importSqlite(join(staging, 'holdall.sqlite'))
  }
  try {
    const saved = manifest.tables.filter(
      ({ name }) => !isEndedTable(name, { keepTokens }) && !(databaseUrl && name === jobsTable),
    )
    const rows = join(folder, manifest.snapshot)
    await tables.load(saved.map(({ name, columns }) => ({ name, columns, path: pathOfTable(rows, name) })))
    // Uploads under way are not part of a backup.
    await tables.run(
      'update users set reserved_bytes = (select coalesce(sum(reserved), 0) from uploads where owner_id = users.id)',
    )
    return tables
  } catch (error) {
    await tables.rollback()
    throw error
  }
}

/** The restored database belongs to the storage and the key that are restored with it. */
async function stageIdentity(config: Target, staging: string, tables: TableImport, clock: Clock): Promise<void> {
  const blobs = openBlobs({ ...config, dataDir: staging })
  try {
    const identity = await identityOf({ blobs, secret: readSecret(staging) })
    for (const statement of identityStatements(identity, clock.now())) await tables.run(statement)
  } catch (error) {
    await tables.rollback()
    throw error
  } finally {
    blobs.close()
  }
}

async function restoreJobs(target: Target, path: string, clock: Clock): Promise<void> {
  try {
    await queueJobs(target, path, clock)
  } catch (error) {
    throw new BackupError(`All is restored but the waiting jobs: ${(error as Error).message}.`, { cause: error })
  }
}

/** Returns the folder that the previous files were moved to; null when there were none. */
async function takeEffect(
  { dataDir, databaseUrl }: Target,
  staging: string,
  stamp: string,
  tables: TableImport,
): Promise<string | null> {
  const aside = join(dataDir, `replaced-${stamp}`)
  const moved: { readonly from: string; readonly to: string }[] = []
  const move = async (from: string, to: string) => {
    await rename(from, to)
    moved.push({ from, to })
  }
  try {
    // A SQLite file can be moved only after its commit; PostgreSQL is committed after everything else.
    if (!databaseUrl) await tables.commit()
    const old = replaced.filter((name) => existsSync(join(dataDir, name)))
    if (old.length > 0) await mkdir(aside, { mode: 0o700 })
    for (const name of old) await move(join(dataDir, name), join(aside, name))
    for (const name of await readdir(staging)) await move(join(staging, name), join(dataDir, name))
    await syncPath(dataDir)
    if (databaseUrl) await tables.commit()
    return old.length > 0 ? aside : null
  } catch (error) {
    await tables.rollback().catch(() => undefined)
    const stuck: string[] = []
    for (const { from, to } of moved.toReversed()) {
      await rename(to, from).catch(() => stuck.push(`${to} belongs at ${from}`))
    }
    const state = stuck.length > 0 ? `Put back by hand: ${stuck.join('; ')}.` : 'What was there is in place again.'
    if (stuck.length === 0) await rm(aside, { recursive: true, force: true })
    throw new BackupError(`The restore failed: ${(error as Error).message}. ${state}`, { cause: error })
  }
}
