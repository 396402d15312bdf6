import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { dropPaths, openFiles, tray } from '../src/files-page.ts'
import { expect } from '../src/holdall.ts'
import { admin, startHoldall } from '../src/server.ts'
import { withContext } from './browser.ts'
import { signIn } from './listing.ts'
import { mebibytes, type Row } from './row.ts'
import { residentBytes } from './start.ts'

const MIB = 1024 * 1024
const SIZE = Number(process.env['HOLDALL_BENCH_UPLOAD_BYTES'] ?? 5 * 1024 * MIB)
const OFFLINE_MS = 5000
/** Parts of the file after which the connection is lost, and after which the tab is reloaded. */
const LOST_AT = [0.2, 0.4, 0.6]
const RELOAD_AT = 0.75
/** Memory is flat when it grows by less than this after the first tenth, whatever the size of the file. */
const GROWTH_BUDGET = 128 * MIB
const MAX_MS = 30 * 60_000

/** One large file through the browser: the connection is lost three times, the tab reloaded once, the bytes compared. */
export async function benchLargeUpload(): Promise<Row[]> {
  const holdall = await startHoldall()
  const work = await mkdtemp(path.join(tmpdir(), 'holdall-bench-'))
  const local = path.join(work, 'large.bin')
  try {
    await writeMarkedFile(local)
    const from = performance.now()
    const memory = await withContext(holdall.url, async (context) => {
      await context.request.post('/login', { data: admin })
      const page = await context.newPage()
      page.on('dialog', (dialog) => void dialog.accept())
      await openFiles(page, holdall.url)
      const sent = countSentBytes(page)
      await page.getByLabel('Upload files', { exact: true }).and(page.locator('input')).setInputFiles(local)
      await sent.reaches(0.1)
      const watch = watchMemory(holdall.pid)
      for (const part of LOST_AT) {
        await sent.reaches(part)
        await loseConnection(page)
      }
      await sent.reaches(RELOAD_AT)
      await page.reload()
      await expect(tray(page).locator('[data-step="interrupted"]')).toContainText('large.bin')
      await dropPaths(page, [local], tray(page))
      await expect(tray(page).getByRole('heading')).toHaveText(/upload complete/i, { timeout: MAX_MS })
      return watch.stop()
    })
    const seconds = (performance.now() - from) / 1000
    const isSame = (await hashOfDownload(holdall.url)) === (await hashOf(createReadStream(local)))
    return [
      {
        what: `upload of ${mebibytes(SIZE)} in the browser, the connection lost ${String(LOST_AT.length)} times, the tab reloaded once`,
        measured: `${seconds.toFixed(0)} s, SHA-256 ${isSame ? 'the same' : 'DIFFERENT'}`,
        budget: 'the same SHA-256',
        kept: isSame,
      },
      ...(['server', 'browser'] as const).map((side) => ({
        what: `memory of the ${side} after a tenth of it, and how much it grew at most`,
        measured: `${mebibytes(memory[side].first)}, + ${mebibytes(memory[side].peak - memory[side].first)}`,
        budget: `≤ + ${mebibytes(GROWTH_BUDGET)}`,
        kept: memory[side].peak - memory[side].first <= GROWTH_BUDGET,
      })),
    ]
  } finally {
    await holdall.stop()
    await rm(work, { recursive: true, force: true })
  }
}

/** Sparse, with a text in each MiB: a chunk that is missing or at a wrong offset changes the hash. */
async function writeMarkedFile(at: string): Promise<void> {
  const file = await open(at, 'w')
  for (let offset = 0; offset < SIZE; offset += MIB) await file.write(`offset ${String(offset)}`, offset)
  await file.truncate(SIZE)
  await file.close()
}

/** Waits until the server has acknowledged a part of the file, 0 to 1. */
function countSentBytes(page: Page) {
  let acknowledged = 0
  let look = (): void => undefined
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (pathname !== '/api/upload/chunks' || !response.ok()) return
    const length = Number(response.request().headers()['content-length'] ?? 0)
    acknowledged = Math.max(acknowledged, Number(searchParams.get('offset') ?? 0) + length)
    look()
  })
  return {
    reaches: (part: number) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (acknowledged >= part * SIZE) resolve()
        }
        look()
      }),
  }
}

async function loseConnection(page: Page): Promise<void> {
  const headline = tray(page).getByRole('heading')
  await page.context().setOffline(true)
  await expect(headline).toHaveText('Waiting for connection')
  await page.waitForTimeout(OFFLINE_MS)
  await page.context().setOffline(false)
  await expect(headline).not.toHaveText('Waiting for connection', { timeout: 60_000 })
}

interface Memory {
  readonly first: number
  readonly peak: number
}

/** Resident memory of the server, and proportional memory of all processes of the browser, each second. */
function watchMemory(serverPid: number) {
  const samples: { readonly server: number; readonly browser: number }[] = []
  let isRunning = true
  const running = (async () => {
    while (isRunning) {
      samples.push({ server: await residentBytes(serverPid), browser: await browserBytes(serverPid) })
      await new Promise((resolve) => {
        setTimeout(resolve, 1000)
      })
    }
  })()
  const of = (side: 'server' | 'browser'): Memory => ({
    first: samples[0]?.[side] ?? Number.NaN,
    peak: Math.max(...samples.map((sample) => sample[side])),
  })
  return {
    async stop(): Promise<Readonly<Record<'server' | 'browser', Memory>>> {
      isRunning = false
      await running
      return { server: of('server'), browser: of('browser') }
    },
  }
}

/** Proportional set sizes of the processes below this one, but for the server and what it started. */
async function browserBytes(serverPid: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (Number.isInteger(parent)) parents.set(Number(name), parent)
  }
  const isBrowser = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at !== serverPid; at = parents.get(at)) {
      if (at === process.pid) return pid !== process.pid
    }
    return false
  }
  let kilobytes = 0
  for (const pid of parents.keys()) {
    if (!isBrowser(pid)) continue
    const rollup = await readFile(`/proc/${String(pid)}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes * 1024
}

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of chunks) hash.update(bytes)
  return hash.digest('hex')
}

async function hashOfDownload(url: string): Promise<string> {
  const headers = { cookie: await signIn(url) }
  const listing = await fetch(`${url}/api/browse/folders/all`, { headers })
  const { data } = (await listing.json()) as { data: { attributes: { file_url: string | null } }[] }
  const file = await fetch(new URL(data[0]?.attributes.file_url ?? '', url), { headers })
  if (!file.body) throw new Error('The download has no body.')
  return hashOf(file.body)
}
