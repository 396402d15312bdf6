import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startHoldall } from '../src/server.ts'
import { startBareNode } from './bare-node.ts'
import { delayRow, longestDelayMs } from './event-loop.ts'
import { signIn } from './listing.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { mebibytes, median, ms, quantile, type Row } from './row.ts'
import { residentBytes } from './start.ts'

const MIB = 1_048_576
/** `HOLDALL_BENCH_MIB` and `HOLDALL_BENCH_ROUNDS` make a shorter run. */
const SIZE = Number(process.env['HOLDALL_BENCH_MIB'] ?? 1024) * MIB
const ROUNDS = Number(process.env['HOLDALL_BENCH_ROUNDS'] ?? 5)
const CHUNK = 8 * MIB
const RANGE = 5 * MIB
const UPLOAD_RATIO = 0.8
const DOWNLOAD_RATIO = 1
const MEMORY_BUDGET = 400_000_000

const run = promisify(execFile)

/** Duration of the same download from Holdall, from nginx and from plain Node. */
interface Seconds {
  readonly ours: number
  readonly theirs: number
  /** From a Node server that only sends. */
  readonly bare: number
}

interface Upload {
  readonly seconds: number
  readonly chunkMs: readonly number[]
  readonly fileUrl: string
}

/** One GiB in chunks by curl, to Holdall and nginx in turn, so that load of other programs affects both. */
export async function benchTransfer(): Promise<Row[]> {
  const nginx = await startNginx()
  if (!nginx)
    return [{ what: 'transfer', measured: 'nginx is not installed (apt install nginx-light)', budget: '', kept: false }]
  const holdall = await startHoldall().catch(async (error: unknown) => {
    await nginx.stop()
    throw error
  })
  const work = await mkdtemp(path.join(tmpdir(), 'holdall-bench-'))
  let peak = 0
  const watch = setInterval(() => {
    void residentBytes(holdall.pid).then((bytes) => {
      peak = Math.max(peak, bytes)
    })
  }, 100)
  try {
    const chunk = path.join(work, 'chunk')
    await writeFile(chunk, randomBytes(CHUNK))
    const cookie = await signIn(holdall.url)
    await longestDelayMs(holdall.url)
    const ups: { ours: Upload; theirs: number }[] = []
    const downs: Seconds[] = []
    const ranges: Seconds[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await uploadToHoldall(holdall.url, cookie, work)
      const theirs = await uploadToNginx(nginx, work)
      ups.push({ ours, theirs })
      const whole = path.join(nginx.folder, 'whole')
      await concatenate(chunk, whole)
      const [mine, other] = [`${holdall.url}${ours.fileUrl}`, `${nginx.url}/whole`]
      const bare = await startBareNode(whole, SIZE)
      const of = async (transfer: (address: string, cookie: string) => Promise<number>): Promise<Seconds> => ({
        ours: await transfer(mine, cookie),
        theirs: await transfer(other, ''),
        bare: await transfer(bare.url, ''),
      })
      downs.push(await of(download))
      ranges.push(await of((address, sent) => downloadRanges(work, address, sent)))
      await bare.stop()
      await Promise.all((await readdir(nginx.folder)).map((name) => rm(path.join(nginx.folder, name))))
    }
    const upRatio = median(ups.map(({ ours, theirs }) => theirs / ours.seconds))
    const chunkMs = ups.flatMap(({ ours }) => ours.chunkMs)
    const spread = quantile(chunkMs, 0.95) / median(chunkMs)
    const rate = (seconds: readonly number[]) => `${(SIZE / MIB / median(seconds)).toFixed(0)} MiB/s`
    return [
      {
        what: `upload of ${mebibytes(SIZE)} in 8 MiB chunks against nginx and fsync, median of ${String(ROUNDS)}`,
        measured: `${rate(ups.map(({ ours }) => ours.seconds))} to ${rate(ups.map(({ theirs }) => theirs))} = ${upRatio.toFixed(2)} ×`,
        budget: `≥ ${String(UPLOAD_RATIO)} ×`,
        kept: upRatio >= UPLOAD_RATIO,
      },
      {
        what: 'p95 of a chunk against its median',
        measured: `${ms(quantile(chunkMs, 0.95))} to ${ms(median(chunkMs))} = ${spread.toFixed(2)} ×`,
        budget: '< 3 ×',
        kept: spread < 3,
      },
      ...downloadRows('whole', downs),
      ...downloadRows(`in ranges of ${mebibytes(RANGE)}`, ranges),
      {
        what: 'peak memory meanwhile',
        measured: mebibytes(peak),
        budget: `≤ ${mebibytes(MEMORY_BUDGET)}`,
        kept: peak <= MEMORY_BUDGET,
      },
      delayRow('meanwhile', await longestDelayMs(holdall.url)),
    ]
  } finally {
    clearInterval(watch)
    await holdall.stop()
    await nginx.stop()
    await rm(work, { recursive: true, force: true })
  }
}

function downloadRows(how: string, seconds: readonly Seconds[]): Row[] {
  const rate = (side: keyof Seconds) => `${(SIZE / MIB / median(seconds.map((each) => each[side]))).toFixed(0)} MiB/s`
  return (['theirs', 'bare'] as const).map((side) => {
    const ratio = median(seconds.map((each) => each[side] / each.ours))
    const against = side === 'theirs' ? 'nginx' : 'a Node server that does nothing else'
    return {
      what: `download of ${mebibytes(SIZE)} ${how} against ${against}, median of ${String(ROUNDS)}`,
      measured: `${rate('ours')} to ${rate(side)} = ${ratio.toFixed(2)} ×`,
      budget: `≥ ${String(DOWNLOAD_RATIO)} ×`,
      kept: ratio >= DOWNLOAD_RATIO,
    }
  })
}

interface Request {
  readonly url: string
  readonly method: string
  readonly out: string
}

/** One curl on one connection, with the same options for each server. Returns the seconds of each request. */
async function curl(work: string, requests: readonly Request[], cookie: string): Promise<number[]> {
  const config = path.join(work, 'curl.conf')
  const lines = requests.map(({ url, method, out }) =>
    [
      `url = "${url}"`,
      `request = ${method}`,
      `upload-file = "${path.join(work, 'chunk')}"`,
      `output = "${out}"`,
      'header = "Expect:"',
      'header = "Content-Type: application/octet-stream"',
      `header = "Cookie: ${cookie}"`,
      'fail-with-body',
      'write-out = "%{time_total}\\n"',
    ].join('\n'),
  )
  await writeFile(config, lines.join('\nnext\n'))
  const { stdout } = await run('curl', ['--silent', '--show-error', '--config', config])
  return stdout.trim().split('\n').map(Number)
}

async function uploadToHoldall(url: string, cookie: string, work: string): Promise<Upload> {
  const upload_id = randomUUID()
  const last = path.join(work, 'answer')
  const requests = Array.from({ length: SIZE / CHUNK }, (_, n) => {
    const query = new URLSearchParams({ name: 'gib.bin', upload_id, offset: String(n * CHUNK), size: String(SIZE) })
    return { url: `${url}/api/upload/chunks?${query.toString()}`, method: 'POST', out: last }
  })
  const from = performance.now()
  const times = await curl(work, requests, cookie)
  const seconds = (performance.now() - from) / 1000
  const handle = await open(last)
  const answer = JSON.parse(await handle.readFile('utf8')) as { data: { attributes: { file_url: string } } }
  await handle.close()
  return { seconds, chunkMs: times.map((time) => time * 1000), fileUrl: answer.data.attributes.file_url }
}

async function uploadToNginx(nginx: Nginx, work: string): Promise<number> {
  const names = Array.from({ length: SIZE / CHUNK }, (_, n) => `chunk-${String(n)}`)
  const requests = names.map((name) => ({ url: `${nginx.url}/${name}`, method: 'PUT', out: '/dev/null' }))
  const from = performance.now()
  await curl(work, requests, '')
  for (const name of names) {
    const file = await open(path.join(nginx.folder, name), 'r+')
    await file.sync()
    await file.close()
  }
  return (performance.now() - from) / 1000
}

async function concatenate(chunk: string, target: string): Promise<void> {
  const [from, to] = [await open(chunk), await open(target, 'w')]
  const bytes = await from.readFile()
  for (let written = 0; written < SIZE; written += CHUNK) await to.write(bytes)
  await Promise.all([from.close(), to.close()])
}

/** Downloads a whole file with curl, and returns the seconds. */
export async function download(address: string, cookie: string): Promise<number> {
  const from = performance.now()
  await run('curl', ['--silent', '--show-error', '--fail', '--output', '/dev/null', '--cookie', cookie, address])
  return (performance.now() - from) / 1000
}

/** One curl on one connection, range by range. */
async function downloadRanges(work: string, address: string, cookie: string): Promise<number> {
  const config = path.join(work, 'ranges.conf')
  const requests = Array.from({ length: Math.ceil(SIZE / RANGE) }, (_, n) =>
    [
      `url = "${address}"`,
      'output = "/dev/null"',
      `range = ${String(n * RANGE)}-${String(Math.min(SIZE, (n + 1) * RANGE) - 1)}`,
      `header = "Cookie: ${cookie}"`,
    ].join('\n'),
  )
  await writeFile(config, requests.join('\nnext\n'))
  const from = performance.now()
  await run('curl', ['--silent', '--show-error', '--fail', '--config', config])
  return (performance.now() - from) / 1000
}
