import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file by a private one with this content: at any moment, the whole old or the whole new one is there. */
export function replaceFile(path: string, content: string): void {
  const next = `${path}.${randomUUID()}`
  try {
    const file = openSync(next, 'wx', 0o600)
    try {
      // `writeSync` writes what the disk takes and does not fail where that is a part only.
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
