import { randomBytes, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { startHoldall } from '../src/server.ts'
import { signIn } from './listing.ts'
import { mebibytes, type Row } from './row.ts'
import { residentBytes } from './start.ts'

const SIZE = 1_073_741_824
const CHUNK = 8 * 1_048_576
const RATIO = 0.8

/** One GiB through the server, beside a plain write with fsync and a plain read of the same disk in the same run. */
export async function benchTransfer(): Promise<Row[]> {
  const holdall = await startHoldall()
  try {
    const chunk = randomBytes(CHUNK)
    const plainWrite = await writePlainly(path.join(holdall.dataDir, 'plain'), chunk)
    const cookie = await signIn(holdall.url)
    let peak = 0
    const watch = setInterval(() => {
      void residentBytes(holdall.pid).then((bytes) => {
        peak = Math.max(peak, bytes)
      })
    }, 100)
    const { seconds: up, fileUrl } = await upload(holdall.url, cookie, chunk)
    const down = await download(`${holdall.url}${fileUrl}`, cookie)
    clearInterval(watch)
    const rate = (seconds: number) => `${(SIZE / 1_048_576 / seconds).toFixed(0)} MiB/s`
    return [
      {
        what: 'upload of 1 GiB against a plain write with fsync',
        measured: `${rate(up)} to ${rate(plainWrite)} = ${(plainWrite / up).toFixed(2)} ×`,
        budget: `≥ ${String(RATIO)} ×`,
        kept: plainWrite / up >= RATIO,
      },
      { what: 'download of 1 GiB', measured: rate(down), budget: 'told, not compared', kept: true },
      {
        what: 'peak memory while 1 GiB came and went',
        measured: mebibytes(peak),
        budget: 'flat',
        kept: peak < 400_000_000,
      },
    ]
  } finally {
    await holdall.stop()
  }
}

async function writePlainly(file: string, chunk: Buffer): Promise<number> {
  const from = performance.now()
  const handle = await open(file, 'w')
  for (let written = 0; written < SIZE; written += CHUNK) await handle.write(chunk)
  await handle.sync()
  await handle.close()
  const seconds = (performance.now() - from) / 1000
  await rm(file)
  return seconds
}

async function upload(url: string, cookie: string, chunk: Buffer): Promise<{ seconds: number; fileUrl: string }> {
  const from = performance.now()
  const upload_id = randomUUID()
  let body = ''
  for (let offset = 0; offset < SIZE; offset += CHUNK) {
    const query = new URLSearchParams({
      name: 'gib.bin',
      is_last_chunk: offset + CHUNK === SIZE ? '1' : '0',
      upload_id,
      offset: String(offset),
      size: String(SIZE),
    })
    const answer = await fetch(`${url}/api/upload/chunks?${query.toString()}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(chunk),
    })
    body = await answer.text()
    if (!answer.ok) throw new Error(`The upload answered ${String(answer.status)}: ${body}`)
  }
  return {
    seconds: (performance.now() - from) / 1000,
    fileUrl: (JSON.parse(body) as { data: { attributes: { file_url: string } } }).data.attributes.file_url,
  }
}

async function download(address: string, cookie: string): Promise<number> {
  const from = performance.now()
  const answer = await fetch(address, { headers: { cookie } })
  let bytes = 0
  for await (const part of answer.body ?? []) bytes += part.byteLength
  if (bytes !== SIZE) throw new Error(`The download gave ${String(bytes)} bytes.`)
  return (performance.now() - from) / 1000
}
