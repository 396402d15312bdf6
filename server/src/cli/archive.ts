import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { filesOf } from '../ui/build-files.ts'
import { ArchiveError, readTar, writeTar } from './tar.ts'

const mebibyte = 1024 * 1024
const maxPacked = 64 * mebibyte
const maxUnpacked = 256 * mebibyte

/** Hands over the folder that a .tgz or a folder holds a section in; what it unpacks is gone afterwards. */
export function withSectionFolder<T>(source: string, act: (folder: string) => T): T {
  const stat = statSync(source, { throwIfNoEntry: false })
  if (stat === undefined) throw new ArchiveError(`There is nothing at ${source}.`)
  if (stat.isDirectory()) return act(source)
  if (stat.size > maxPacked) throw new ArchiveError(`${source} is larger than ${maxPacked / mebibyte} MiB.`)
  const folder = mkdtempSync(join(tmpdir(), 'holdall-section-'))
  try {
    return act(unpack(readFileSync(source), folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function unpack(packed: Buffer, folder: string): string {
  const files = readTar(gunzip(packed))
  for (const { name, bytes } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  // `tar czf section.tgz dist` and "npm pack" put everything under one folder.
  const tops = new Set(files.map(({ name }) => name.split('/')[0] ?? ''))
  const [only] = tops
  return tops.size === 1 && only !== undefined && only !== 'section.json' ? join(folder, only) : folder
}

function gunzip(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: maxUnpacked })
  } catch (error) {
    throw new ArchiveError(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? `Unpacked, it is larger than ${maxUnpacked / mebibyte} MiB.`
        : 'This is not a .tgz file, or it is damaged.',
    )
  }
}

/** A .tgz of a section's build. */
export function packFolder(folder: string): Buffer {
  const files = filesOf(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  return gzipSync(writeTar(files), { level: 9 })
}
