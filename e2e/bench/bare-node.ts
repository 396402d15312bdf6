import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { spawn } from 'node:child_process'
import { freePort } from '../src/server.ts'

export interface BareNode {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a process that serves one file with Node alone: no session, no permissions, no database. */
export async function startBareNode(file: string, sizeBytes: number): Promise<BareNode> {
  const port = await freePort()
  const child = spawn(process.execPath, [import.meta.filename, file, String(sizeBytes), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', (code) => {
      reject(new Error(`The bare server ended with ${String(code)}.`))
    })
  })
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
    },
  }
}

function serve(file: string, sizeBytes: number, port: number): void {
  createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const [start, end] = [Number(from ?? 0), Number(to ?? sizeBytes - 1)]
    response.writeHead(from ? 206 : 200, {
      'content-length': end - start + 1,
      ...(from && { 'content-range': `bytes ${from}-${String(end)}/${String(sizeBytes)}` }),
    })
    createReadStream(file, { start, end, highWaterMark: 1024 * 1024 }).pipe(response)
  }).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = '', sizeBytes, port] = process.argv.slice(2)
  serve(file, Number(sizeBytes), Number(port))
}
