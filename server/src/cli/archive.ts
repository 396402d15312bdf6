import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { filesOf } from '../features/frontend/build-files.ts'
import { ArchiveError, readTar, writeTar } from './tar.ts'

const MEBIBYTE = 1024 * 1024
const MAX_PACKED_BYTES = 64 * MEBIBYTE
const MAX_UNPACKED_BYTES = 256 * MEBIBYTE

/** Calls `act` with a section's folder: `source` itself, or an unpacked .tgz, which is deleted afterwards. */
export async function withSectionFolder(source: string, act: (folder: string) => void): Promise<void> {
  const stat = statSync(source, { throwIfNoEntry: false })
  if (stat === undefined) throw new ArchiveError(`There is nothing at ${source}.`)
  if (stat.isDirectory()) return act(source)
  if (stat.size > MAX_PACKED_BYTES) {
    throw new ArchiveError(`${source} is larger than ${MAX_PACKED_BYTES / MEBIBYTE} MiB.`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'holdall-section-'))
  try {
    act(await unpack(readFileSync(source), folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function unpack(packed: Buffer, folder: string): Promise<string> {
  const files = await readTar(gunzip(packed))
  for (const { name, bytes } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  // "tar czf section.tgz dist" and "npm pack" put everything into one folder.
  const tops = new Set(files.map(({ name }) => name.split('/')[0] ?? ''))
  const [only] = tops
  return tops.size === 1 && only !== undefined && only !== 'section.json' ? join(folder, only) : folder
}

function gunzip(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch (error) {
    throw new ArchiveError(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? `Unpacked, it is larger than ${MAX_UNPACKED_BYTES / MEBIBYTE} MiB.`
        : 'This is not a .tgz file, or it is damaged.',
    )
  }
}

/** A .tgz of a section's build. */
export async function packFolder(folder: string): Promise<Buffer> {
  const files = filesOf(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  return gzipSync(await writeTar(files), { level: 9 })
}
