import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { admin, startHoldall } from '../src/server.ts'
import { delayRow, longestDelayMs } from './event-loop.ts'
import { signIn } from './listing.ts'
import { mebibytes, median, type Row } from './row.ts'
import { seedStoredFiles, type StoredFile } from './seed.ts'
import { residentBytes } from './start.ts'
import { download } from './transfer.ts'

const ROUNDS = Number(process.env['HOLDALL_BENCH_ROUNDS'] ?? 5)
const SMALL_FILES = 10_000
const SMALL_BYTES = 4096
const LARGE_FILES = 8
const LARGE_BYTES = 128 * 1024 * 1024
const RATIO = 0.8
const MEMORY_BUDGET = 64 * 1024 * 1024

const run = promisify(execFile)

interface Workload {
  readonly what: string
  readonly files: readonly Omit<StoredFile, 'at'>[]
}

const small: Workload = {
  what: `${SMALL_FILES.toLocaleString('en')} files of 4 KiB in 100 folders`,
  files: Array.from({ length: SMALL_FILES }, (_, n) => ({
    folder: `folder ${String(n % 100)}`,
    name: `file ${String(n)}.txt`,
    size: SMALL_BYTES,
  })),
}
const large: Workload = {
  what: `${String(LARGE_FILES)} files of 128 MiB`,
  files: Array.from({ length: LARGE_FILES }, (_, n) => ({
    folder: 'films',
    name: `film ${String(n)}.mp4`,
    size: LARGE_BYTES,
  })),
}

/** A folder as a zip by curl, and the same files by `zip -0`, in turn, so that load of other programs affects both. */
export async function benchZip(): Promise<Row[]> {
  const isInstalled = await run('zip', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isInstalled) {
    return [{ what: 'zip', measured: 'zip is not installed (apt install zip)', budget: '', kept: false }]
  }
  const rows: Row[] = []
  for (const workload of [small, large]) rows.push(...(await benchWorkload(workload)))
  return rows
}

async function benchWorkload({ what, files }: Workload): Promise<Row[]> {
  const holdall = await startHoldall()
  const work = await mkdtemp(path.join(tmpdir(), 'holdall-bench-'))
  try {
    await holdall.kill()
    const source = path.join(work, 'source')
    for (const folder of new Set(files.map((file) => file.folder))) {
      await mkdir(path.join(source, folder), { recursive: true })
    }
    const stored: StoredFile[] = files.map((file) => ({ ...file, at: path.join(source, file.folder, file.name) }))
    for (const { at, size } of stored) await writeFile(at, randomBytes(size))
    const folderId = await seedStoredFiles(holdall.dataDir, admin.email, stored)
    await holdall.restart()
    const cookie = await signIn(holdall.url)
    const address = `${holdall.url}/api/zip?items=${folderId}|folder`
    // Both read from the memory of the system; the code is compiled.
    await download(address, cookie)
    const before = await residentBytes(holdall.pid)
    await longestDelayMs(holdall.url)
    let peak = 0
    const watch = setInterval(() => {
      void residentBytes(holdall.pid).then((bytes) => {
        peak = Math.max(peak, bytes)
      })
    }, 50)
    const rounds: { readonly ours: number; readonly theirs: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ theirs: await zipSeconds(source), ours: await download(address, cookie) })
    }
    clearInterval(watch)
    const ratio = median(rounds.map(({ ours, theirs }) => theirs / ours))
    const seconds = (side: 'ours' | 'theirs') => `${median(rounds.map((each) => each[side])).toFixed(2)} s`
    const grown = Math.max(0, peak - before)
    return [
      {
        what: `zip of ${what} against zip -0, median of ${String(ROUNDS)}`,
        measured: `${seconds('ours')} to ${seconds('theirs')} = ${ratio.toFixed(2)} ×`,
        budget: `≥ ${String(RATIO)} ×`,
        kept: ratio >= RATIO,
      },
      {
        what: `memory that the zip of ${what} takes`,
        measured: mebibytes(grown),
        budget: `≤ ${mebibytes(MEMORY_BUDGET)}`,
        kept: grown <= MEMORY_BUDGET,
      },
      delayRow(`during the zip of ${what}`, await longestDelayMs(holdall.url)),
    ]
  } finally {
    await holdall.stop()
    await rm(work, { recursive: true, force: true })
  }
}

/** To a pipe that nobody keeps, as the download is. */
async function zipSeconds(source: string): Promise<number> {
  const from = performance.now()
  await run('sh', ['-c', 'zip -0 -q -r - . > /dev/null'], { cwd: source })
  return (performance.now() - from) / 1000
}
