import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setupKeyHeader } from '@holdall/api'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { fakeS3, type S3Fault } from '../../testing/fake-s3.ts'
import type { FileServer } from '../../testing/file-server.ts'
import { hugePng } from '../../testing/huge-png.ts'
import { png } from '../../testing/pictures.ts'
import { restartableServer, type TestServer } from '../../testing/restartable.ts'
import { tryMailServer } from '../../infrastructure/mail/try-mail-server.ts'

let server: TestServer
const others: { close(): unknown }[] = []
afterEach(async () => {
  await server.close()
  for (const other of others.splice(0)) await other.close()
})

interface Answer {
  readonly status: number
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  readonly body: any
}

async function call(method: string, path: string, body?: object): Promise<Answer> {
  const { key } = server.running.current.services.installation
  const answer = await fetch(`${server.origin}/api/setup${path}`, {
    method,
    headers: { [setupKeyHeader]: key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}
const post = (path: string, body: object) => call('POST', path, body)
const values = async () => (await call('GET', '/values')).body.data.attributes

const plain = {
  storage: { driver: 'local' },
  mail: { driver: 'none' },
  broadcast: { driver: 'native' },
  public_url: null,
}

describe('the storage', () => {
  let fault: S3Fault = null
  let s3: FileServer
  beforeEach(async () => {
    fault = null
    s3 = await fakeS3(() => fault)
    others.push(s3)
    server = await restartableServer()
  })
  const storage = (own: object = {}) => ({
    driver: 's3',
    provider: 'other',
    region: 'us-east-1',
    endpoint: s3.origin,
    bucket: 'files',
    key: 'key',
    secret: 'secret',
    path_style: true,
    prefix: '',
    allow_private: true,
    ...own,
  })

  test('at an address that is not public has to be confirmed', async () => {
    const answer = await post('/storage/test', { storage: storage({ allow_private: false }) })
    expect([answer.status, answer.body.code]).toEqual([422, 'private-address'])
    expect(Object.keys(answer.body.errors)).toEqual(['storage.allow_private'])
    expect(s3.requests).toEqual([])
  })

  test.each([
    ['keys', 'write', 'does not accept the access key'],
    ['bucket', 'write', 'no such bucket'],
    ['no-ranges', 'range', 'can’t read a part of a file'],
    ['multipart-unavailable', 'multipart', 'does not answer, or is overloaded'],
  ] as const)('with the fault %s fails at the step %s and is not saved', async (kind, step, message) => {
    fault = kind
    const { steps } = (await post('/storage/test', { storage: storage() })).body.data.attributes
    const failed = steps.find(({ state }: { state: string }) => state === 'failed')
    expect(failed).toMatchObject({ id: step, message: expect.stringContaining(message) as string })
    expect(steps.at(-1).state).toBe('not_run')
    const answer = await post('/environment', { ...plain, storage: storage() })
    expect([answer.status, answer.body.code]).toEqual([422, 'storage-unusable'])
    expect(answer.body.message).toContain(message)
    expect(existsSync(join(server.place.dataDir, 'config.json'))).toBe(false)
  })
})

describe('the mail server', () => {
  const open = async (listener: { listen(port: number, host: string, done: () => void): unknown }) => {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  }
  async function smtp(options: SMTPServerOptions = {}) {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      ...options,
    })
    made.on('error', () => undefined)
    await open(made)
    others.push({ close: () => new Promise<void>((resolve) => made.close(resolve)) })
    return { port: (made.server.address() as { port: number }).port }
  }
  const mail = (port: number, own: object = {}) => ({
    driver: 'smtp',
    host: '127.0.0.1',
    port,
    encryption: 'none',
    user: '',
    password: null,
    from: 'files@example.com',
    allow_private: true,
    ...own,
  })
  const rest = { public_url: 'https://files.example.com', to: 'ada@example.com' }

  test('that refuses the password says so, without the password', async () => {
    server = await restartableServer()
    const { port } = await smtp({
      authOptional: false,
      onAuth: ({ password }, _session, done) => done(new Error(`no: ${password}`)),
    })
    const given = mail(port, { user: 'ada', password: 'p4ssw0rd!' })
    const { body } = await post('/mail/test', { mail: given, ...rest })
    expect(body).toMatchObject({
      code: 'mail-unusable',
      message: 'The mail server does not accept the user or the password.',
    })
    expect(JSON.stringify(body)).not.toContain('p4ssw0rd!')
  })

  test('that nobody listens at, and one that never answers, are unreachable', async () => {
    server = await restartableServer()
    const silent: Server = createServer(() => undefined)
    await open(silent)
    const { port } = silent.address() as { port: number }
    const attempt = { publicUrl: rest.public_url, mail: null, branding: { name: 'A', accent: null }, timeoutMs: 200 }
    await expect(tryMailServer({ smtpUrl: `smtp://127.0.0.1:${port}`, ...attempt })).rejects.toMatchObject({
      reason: 'unreachable',
    })
    await new Promise((resolve) => silent.close(resolve))
    const { body } = await post('/mail/test', { mail: mail(port), ...rest })
    expect(body).toMatchObject({ code: 'mail-unusable', errors: { detail: [expect.any(String)] } })
  })

  test('that is left out leaves the test mail in the data folder', async () => {
    server = await restartableServer()
    expect((await post('/mail/test', { mail: { driver: 'none' }, ...rest })).status).toBe(204)
    expect(existsSync((await values()).mail.folder as string)).toBe(true)
  })
})

describe('images', () => {
  async function send(name: string, bytes: Buffer | string): Promise<Answer> {
    const form = new FormData()
    form.append('image', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'image')
    const { key } = server.running.current.services.installation
    const answer = await fetch(`${server.origin}/api/setup/images/${name}`, {
      method: 'POST',
      headers: { [setupKeyHeader]: key },
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`

  test('are stored in the format of their use, served, and removed', async () => {
    server = await restartableServer()
    for (const [name, mime] of [
      ['logo', 'image/webp'],
      ['touch_icon', 'image/png'],
      ['favicon', 'image/png'],
      ['og_image', 'image/jpeg'],
    ] as const) {
      const { status, body } = await send(name, await png(800, 600))
      expect([name, status]).toEqual([name, 200])
      const image = await fetch(`${server.origin}${body.data.attributes.url}`)
      expect([image.status, image.headers.get('content-type')]).toEqual([200, mime])
    }
    expect((await send('logo', svg('<rect/>'))).status).toBe(200)
    expect((await call('DELETE', '/images/logo')).status).toBe(204)
    expect((await values()).images).toMatchObject({ logo: null, favicon: expect.any(String) as string })
  })

  const refusedImages: readonly (readonly [string, string, () => Buffer | string, string])[] = [
    ['a bomb', 'logo', () => hugePng(30_000, 30_000), 'image-too-large'],
    ['a text', 'logo', () => 'words', 'bad-image'],
    ['a damaged PNG', 'logo', () => Buffer.from('89504e470d0a1a0a00000000', 'hex'), 'bad-image'],
    ['an SVG with a script', 'logo', () => svg('<script>alert(1)</script>'), 'bad-image'],
    ['an SVG with a handler', 'logo', () => svg('<rect onload = "alert(1)"/>'), 'bad-image'],
    ['an SVG with entities', 'logo', () => `<!DOCTYPE svg [<!ENTITY a "aa">]>${svg('&a;')}`, 'bad-image'],
    ['an SVG for phones', 'touch_icon', () => svg('<rect/>'), 'bad-image'],
    ['more than 2 MB', 'logo', () => Buffer.alloc(2_200_000), 'too-large'],
  ]
  test.each(refusedImages)('%s is refused', async (_what, name, bytes, code) => {
    server = await restartableServer()
    expect((await send(name, bytes())).body.code).toBe(code)
    expect((await values()).images[name]).toBeNull()
  })

  test('of a caller without the key are not received', async () => {
    server = await restartableServer()
    const answer = await fetch(`${server.origin}/api/setup/images/logo`, {
      method: 'POST',
      headers: { [setupKeyHeader]: 'wrong', 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b--',
    })
    expect(answer.status).toBe(403)
  })
})
