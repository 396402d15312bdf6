import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const memoryFolder = '/dev/shm'
const MIN_FREE_BYTES = 2e9
const prefix = 'holdall-tests-'
const isInUse = () => basename(tmpdir()).startsWith(prefix)

/** Containers often have a small one, or one whose files are not executable, as those of some tests have to be. */
function isUsable(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < MIN_FREE_BYTES) return false
  const probe = join(mkdtempSync(join(folder, 'holdall-probe-')), 'probe')
  try {
    writeFileSync(probe, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(probe)
    return true
  } catch {
    return false
  } finally {
    rmSync(join(probe, '..'), { recursive: true, force: true })
  }
}

/** What tests write to the temporary folder goes into one of this run: in memory, where the system has such a folder. */
export function createTemporaryFolder(): void {
  if (isInUse()) return
  const folder = mkdtempSync(join(isUsable(memoryFolder) ? memoryFolder : tmpdir(), prefix))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
}

export function removeTemporaryFolder(): void {
  if (isInUse()) rmSync(tmpdir(), { recursive: true, force: true })
}
