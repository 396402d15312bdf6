import { mkdir, readdir, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { localBlobs } from '../../infrastructure/blobs/local-blob-store.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import type { Clock } from '../../infrastructure/clock.ts'
import type { Config } from '../../infrastructure/config/config.ts'
import { lockFolder } from '../../infrastructure/data-folder.ts'
import { syncPath } from '../../infrastructure/sync-path.ts'
import { refuseUnfinishedRotation } from '../../infrastructure/secret.ts'
import { BackupError } from './backup-error.ts'
import { readRows, writeChecked } from './checked-file.ts'
import { copyBlob } from '../../infrastructure/blobs/copy-blob.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'
import { openSnapshot, saveTables } from './saved-tables.ts'
import type { TableSnapshot } from './table-snapshot.ts'

/** What is saved of the data folder beside blobs and database. */
const savedFiles = ['secret.key', 'config.json', 'ui/sections', 'ui/sections.json']
/** Unfinished uploads are left out, with their bytes: they start again. */
const withoutRows: Readonly<Record<string, string>> = { uploads: `where status = 'done'` }
const MAX_SNAPSHOTS = 5

type Installation = Pick<Config, 'dataDir' | 'databaseUrl' | 'outgoingAllow' | 'storage' | 'version'>

export interface BackupSummary {
  readonly manifest: Manifest
  /** Blobs that were not in the folder yet. */
  readonly copied: number
}

interface Blob {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

/**
 * Saves the whole installation into `folder`, also while it runs. A folder that already holds a backup is updated: what
 * has not changed is not copied again, and the earlier backup stays valid until the new one is complete. Throws
 * `BackupError` while another backup into the folder runs.
 */
export async function createBackup(
  config: Installation,
  folder: string,
  clock: Clock,
  tablesSaved: () => void | Promise<void> = () => undefined,
): Promise<BackupSummary> {
  refuseUnfinishedRotation(config.dataDir)
  await prepare(config, folder)
  const release = lockFolder(folder)
  if (!release) throw new BackupError(`Another backup into ${folder} is running. Wait for its end, and run it again.`)
  try {
    return await save(config, folder, clock, tablesSaved)
  } finally {
    release()
  }
}

async function save(
  config: Installation,
  folder: string,
  clock: Clock,
  tablesSaved: () => void | Promise<void>,
): Promise<BackupSummary> {
  const source = openBlobs(config)
  try {
    return await saveFrom(source, config, folder, clock, tablesSaved)
  } finally {
    source.close()
  }
}

async function saveFrom(
  source: BlobStore,
  config: Installation,
  folder: string,
  clock: Clock,
  tablesSaved: () => void | Promise<void>,
): Promise<BackupSummary> {
  const target = localBlobs(folder)
  // A damaged manifest is replaced like any other.
  const earlier = (await readManifest(folder).catch(() => null))?.damaged ?? {}
  let copied = 0
  let lost = ''
  for (let round = 1; ; round++) {
    const tables = await saveSnapshot(config, folder, clock)
    await tablesSaved()
    const list = join(folder, tables.snapshot, 'blobs.jsonl')
    const missing: string[] = []
    const damaged: Record<string, string> = {}
    let contentBytes = 0
    for await (const row of readRows(list)) {
      const blob = row as unknown as Blob
      const outcome = await saveBlob(source, target, blob)
      if (outcome === 'missing') missing.push(blob.id)
      else contentBytes += blob.size
      if (outcome === 'present' && earlier[blob.id]) damaged[blob.id] = earlier[blob.id]!
      if (typeof outcome === 'string') continue
      copied += 1
      if (outcome.sha256 !== blob.sha256) damaged[blob.id] = outcome.sha256
    }
    // Deleted since the tables were read, or lost: reading the tables again shows which.
    if (missing.length > 0 && missing.join() !== lost && round < MAX_SNAPSHOTS) {
      lost = missing.join()
      await rm(join(folder, tables.snapshot), { recursive: true })
      continue
    }
    const files = await saveFiles(config, join(folder, tables.snapshot, 'files'))
    const manifest: Manifest = {
      format: 1,
      version: config.version,
      createdAt: new Date(clock.now()).toISOString(),
      ...tables,
      files,
      blobs: { ...tables.blobs, contentBytes },
      missing,
      damaged,
    }
    await syncPath(folder)
    await writeManifest(folder, manifest)
    await syncPath(folder)
    await prune(folder, target, manifest)
    return { manifest, copied }
  }
}

async function prepare({ dataDir }: Pick<Config, 'dataDir'>, folder: string): Promise<void> {
  const inside = relative(resolve(dataDir), resolve(folder))
  if (inside === '' || (!inside.startsWith('..') && !inside.startsWith('/'))) {
    throw new BackupError(`${folder} is in the data folder. Choose a folder outside of it, best on another disk.`)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const otherFiles = (await readdir(folder)).filter((name) => !backupFiles.test(name))
  if (otherFiles.length > 0) {
    throw new BackupError(`${folder} holds other files (${otherFiles.slice(0, 3).join(', ')}). Choose an empty folder.`)
  }
}
const backupFiles = /^(blobs|partial|lock(-journal)?|manifest\.json|manifest-[\w-]+\.tmp|snapshot-[\w.-]+)$/

async function saveSnapshot(config: Pick<Config, 'dataDir' | 'databaseUrl'>, folder: string, clock: Clock) {
  const snapshot = `snapshot-${new Date(clock.now()).toISOString().replaceAll(':', '-')}-${process.hrtime.bigint()}`
  const from = await openSnapshot(config)
  try {
    const tables = await saveTables(from, join(folder, snapshot), withoutRows)
    const blobs = await writeChecked(join(folder, snapshot, 'blobs.jsonl'), usedBlobs(from))
    return { snapshot, engine: from.engine, migrations: [...from.migrations], tables, blobs }
  } finally {
    await from.close()
  }
}

/** Contents of entries and of their versions. */
const contents = 'select blob_id from entries union select blob_id from file_versions'

/** Garbage is not worth saving. */
const usedBlobs = (from: TableSnapshot) =>
  from.rows(
    `select id, size, sha256 from blobs where id in (${contents}) or id in (
      select thumbnail_blob_id from thumbnails where blob_id in (${contents}))
      or id in (select blob_id from avatars)`,
  )

/** Returns the SHA-256 of a blob that had to be copied. */
async function saveBlob(source: BlobStore, target: BlobStore, { id, size }: Blob): Promise<Saved> {
  if ((await target.stat(id))?.size === size) return 'present'
  if ((await source.stat(id))?.size !== size) return 'missing'
  try {
    return { sha256: await copyBlob(source, target, id, size) }
  } catch (error) {
    if ((await source.stat(id)) === null) return 'missing'
    throw error
  }
}
type Saved = 'present' | 'missing' | { readonly sha256: string }

async function saveFiles({ dataDir }: Pick<Config, 'dataDir'>, target: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  for (const top of savedFiles) {
    for (const path of await filesUnder(dataDir, top)) {
      files.push({ path, ...(await writeChecked(join(target, path), createReadStream(join(dataDir, path)))) })
    }
  }
  return files
}

/** Paths relative to `base`, with slashes; empty when nothing is there. */
async function filesUnder(base: string, path: string): Promise<string[]> {
  const entries = await readdir(join(base, path), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries === null) return [path]
  const found: string[] = []
  for (const entry of entries) {
    if (entry.isDirectory()) found.push(...(await filesUnder(base, `${path}/${entry.name}`)))
    else if (entry.isFile()) found.push(`${path}/${entry.name}`)
  }
  return found.sort()
}

/** Removes what only earlier backups in this folder needed. */
async function prune(folder: string, blobs: BlobStore, manifest: Manifest): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('snapshot-') && name !== manifest.snapshot) await rm(join(folder, name), { recursive: true })
    if (name.endsWith('.tmp')) await rm(join(folder, name))
  }
  const kept = new Set<string>()
  for await (const { id } of readRows(join(folder, manifest.snapshot, 'blobs.jsonl'))) kept.add(id as string)
  for await (const { id } of blobs.list()) if (!kept.has(id)) await blobs.delete(id)
}
