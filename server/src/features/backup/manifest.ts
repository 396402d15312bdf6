import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { BackupError } from './backup-error.ts'

const Sum = z.object({
  bytes: z.int().check(z.nonnegative()),
  rows: z.int().check(z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
const SafePath = z
  .string()
  .check(z.refine((path) => path !== '' && path.split('/').every((part) => !['', '.', '..'].includes(part))))
const Identifier = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/))

/** Describes the backup: lists all of its other files. */
const Manifest = z.object({
  format: z.literal(1),
  /** Version of the Holdall that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  createdAt: z.string(),
  /** The migrations that the tables are at. */
  migrations: z.array(z.string()),
  /** The folder of the parts below. */
  snapshot: z.string().check(z.regex(/^snapshot-[\w.-]+$/)),
  /** `tables/<name>.jsonl`: one row per line. */
  tables: z.array(z.extend(Sum, { name: Identifier, columns: z.array(Identifier) })),
  /** `files/<path>`: files of the data folder. */
  files: z.array(z.extend(Sum, { path: SafePath })),
  /** `blobs.jsonl`: content that entries use, with size and SHA-256; it is in `blobs/`. */
  blobs: z.extend(Sum, { contentBytes: z.int() }),
  /** Content that was lost before the backup was made. */
  missing: z.array(z.string()),
  /** Content that differed from its checksum before the backup was made: its actual SHA-256, by id. */
  damaged: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

const nameOf = (folder: string) => join(folder, 'manifest.json')

/** Null where there is none. Throws `BackupError` for one that is damaged. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  let text: string
  try {
    text = await readFile(nameOf(folder), 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new BackupError(`${nameOf(folder)} is damaged: it is not valid JSON.`)
  }
  const parsed = Manifest.safeParse(json)
  if (!parsed.success) {
    throw new BackupError(
      `${nameOf(folder)} is damaged, or of a newer Holdall (${parsed.error.issues[0]?.path.join('.')}).`,
    )
  }
  return parsed.data
}

/** Replaces the previous one atomically. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, `manifest-${randomUUID()}.tmp`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, nameOf(folder))
}
