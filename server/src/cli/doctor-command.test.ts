import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, variablesOf } from '../testing/command-line.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
  await holdall.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => holdall.close())

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const doctor = (env: Record<string, string> = {}) =>
  runCommand(['doctor'], { env: { ...variablesOf(holdall.services.config), ...env } })
const lineOf = (out: string, name: string) => out.split('\n').find((line) => line.slice(9).startsWith(name))
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

/** The address of a proxy in front of the server, which adds these headers. */
async function proxyWith(headers: Record<string, string>): Promise<string> {
  const proxy = http.createServer((request, response) => {
    const forwarded = { ...request.headers, ...headers }
    const target = { host: '127.0.0.1', port: portOf(holdall.app.server), path: request.url, headers: forwarded }
    http.get(target, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  ends.push(() => void proxy.close())
  return `http://127.0.0.1:${portOf(proxy)}`
}

/** A port of this machine that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await new Promise((resolve) => void server.close(resolve))
  return port
}

test('checks everything beside a running server, in one line each', async () => {
  const publicUrl = `http://127.0.0.1:${portOf(holdall.app.server)}`
  const { code, out, err } = await doctor({ HOLDALL_PUBLIC_URL: publicUrl, HOLDALL_NAME: 'Choir' })
  expect([code, err]).toEqual([0, ''])
  const names = out.split('\n').map((line) => line.slice(9, 23).trim())
  const found = ['configuration', 'Node', 'memory', 'data folder', 'disk', 'FFmpeg', 'database', 'clock', 'mail', 'S3']
  expect(names).toEqual([...found, 'address', 'proxy'])
  expect(lineOf(out, 'configuration')).toContain('HOLDALL_PUBLIC_URL')
  expect(lineOf(out, 'configuration')).toContain('HOLDALL_NAME')
  expect(lineOf(out, 'configuration')).not.toMatch(/app\.name|Choir/)
  expect(lineOf(out, 'database')).toMatch(/^ok +database +(SQLite|PostgreSQL) \d/)
  expect(lineOf(out, 'mail')).toContain('HOLDALL_SMTP_URL is not set')
})

test('reports what the server finds of a proxy', async () => {
  const without = await doctor({ HOLDALL_PUBLIC_URL: await proxyWith({ 'x-forwarded-for': '192.0.2.7' }) })
  expect(without.code).toBe(0)
  expect(lineOf(without.out, 'proxy')).toMatch(/^warning .+ does not send X-Forwarded-Proto/)
  const complete = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'http' }
  const right = await doctor({ HOLDALL_PUBLIC_URL: await proxyWith(complete) })
  expect(lineOf(right.out, 'proxy')).toBe('ok       proxy          192.0.2.7')
})

test('names each service that does not work, without its passwords, and ends with code 1', async () => {
  const port = await closedPort()
  const { code, out, err } = await doctor({
    HOLDALL_DATABASE_URL: `postgres://holdall:top-secret@127.0.0.1:${port}/holdall`,
    HOLDALL_SMTP_URL: `smtp://holdall:top-secret@127.0.0.1:${port}`,
    HOLDALL_PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOLDALL_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    HOLDALL_S3_BUCKET: 'files',
    HOLDALL_S3_KEY: 'key',
    HOLDALL_S3_SECRET: 'top-secret',
    HOLDALL_OUTGOING_ALLOW: `127.0.0.1:${port}`,
  })
  expect([code, err]).toEqual([1, '3 checks have failed.'])
  for (const name of ['database', 'mail', 'S3']) expect(lineOf(out, name)).toMatch(/^error /)
  expect(lineOf(out, 'proxy')).toMatch(/^warning .+ does not lead to this Holdall from here/)
  expect(out).not.toContain('top-secret')
})

test('names invalid and unknown variables', async () => {
  const invalid = await doctor({ HOLDALL_PORT: 'eighty' })
  expect(invalid).toEqual({
    code: 1,
    out: 'error    configuration  HOLDALL_PORT must be a port, 0 to 65535.',
    err: '1 check has failed.',
  })
  const { code, out } = await doctor({ HOLDALL_PUBLIC_ULR: 'https://files.example.com' })
  expect(code).toBe(0)
  expect(lineOf(out, 'configuration')).toMatch(/^warning .+ HOLDALL_PUBLIC_ULR \(HOLDALL_PUBLIC_URL\?\)\.$/)
})

test('creates nothing where no server was started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-test-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  const { code, out, err } = await runCommand(['doctor', '--data-dir', dataDir], { env: {} })
  expect([code, err]).toEqual([1, '2 checks have failed.'])
  expect(lineOf(out, 'data folder')).toMatch(/^error .+ENOENT.+ See its owner and mode/)
  expect(lineOf(out, 'database')).toMatch(/^warning .+ Start Holdall once\.$/)
  expect(existsSync(dataDir)).toBe(false)
})

test('the check of the proxy answers the owner of the data folder only, and for a minute', async () => {
  const { secret } = holdall.services
  const now = holdall.clock.now()
  const headersAt = (at: number, of = at) => ({ 'x-holdall-check': `${at}.${secret.sign('proxy-check', String(of))}` })
  const status = async (headers: Record<string, string>) =>
    (await holdall.visitor().get('/healthz/proxy', headers)).status
  expect(await status(headersAt(now))).toBe(200)
  const refused = [
    {},
    { 'x-holdall-check': 'a.b' },
    headersAt(now, now - 1),
    headersAt(now - 61_000),
    headersAt(now + 61_000),
  ]
  for (const headers of refused) expect(await status(headers)).toBe(404)
})
