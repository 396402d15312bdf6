import { existsSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setupKeyHeader } from '@holdall/api'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { tryMailServer } from '../../infrastructure/mail/try-mail-server.ts'
import { fakeS3, type S3Fault } from '../../testing/fake-s3.ts'
import type { FileServer } from '../../testing/file-server.ts'
import { restartableServer, type TestServer } from '../../testing/restartable.ts'
import { plainEnvironment, setupRequests } from '../../testing/setup-requests.ts'

let server: TestServer
const others: { close(): unknown }[] = []
afterEach(async () => {
  await server.close()
  for (const other of others.splice(0)) await other.close()
})
const { post, values, config } = setupRequests(() => server)

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

  test('at an address that is not public is not added where the environment says which are', async () => {
    await server.close()
    server = await restartableServer({ env: { HOLDALL_OUTGOING_ALLOW: '192.0.2.1:9000' } })
    const answer = await post('/storage/test', { storage: storage() })
    expect([answer.status, answer.body.code]).toEqual([409, 'setup-locked'])
    expect(s3.requests).toEqual([])
  })

  test('that works is used at once, and its secret is kept and not shown', async () => {
    const { body } = await post('/storage/test', { storage: storage() })
    expect(body.data.attributes).toMatchObject({ ok: true })
    expect(body.data.attributes.steps.map((step: { state: string }) => step.state)).toEqual(Array(5).fill('passed'))
    expect((await post('/environment', { ...plainEnvironment, storage: storage() })).status).toBe(204)
    expect(config()).toMatchObject({ storage_driver: 's3', s3_secret: 'secret', outgoing_allow: s3.authority })
    expect(server.running.current.services.config.storage.driver).toBe('s3')
    expect(JSON.stringify(await values())).not.toContain('"secret"')
    const again = await post('/environment', {
      ...plainEnvironment,
      storage: storage({ secret: null, allow_private: false }),
    })
    expect(again.status).toBe(204)
    expect(config()).toMatchObject({ s3_secret: 'secret' })
  })

  test('on this machine instead leaves nothing of the other one in the file, its secret least of all', async () => {
    expect((await post('/environment', { ...plainEnvironment, storage: storage({ prefix: 'x' }) })).status).toBe(204)
    expect(config()).toMatchObject({ s3_bucket: 'files', s3_key: 'key', s3_secret: 'secret' })
    expect(await post('/environment', plainEnvironment)).toEqual({ status: 204, body: null })
    expect(Object.keys(config()).filter((key) => /^(s3|storage)_/.test(key))).toEqual([])
    expect(server.running.current.services.config.storage.driver).toBe('local')
  })

  test('gets no secret that is saved for another one', async () => {
    expect((await post('/environment', { ...plainEnvironment, storage: storage() })).status).toBe(204)
    const other = await fakeS3(() => null)
    others.push(other)
    for (const own of [{ endpoint: other.origin }, { key: 'other' }]) {
      const answer = await post('/storage/test', { storage: storage({ secret: null, ...own }) })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['storage.secret']])
    }
    expect(other.requests).toEqual([])
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
    const answer = await post('/environment', { ...plainEnvironment, storage: storage() })
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
    const received: string[] = []
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let message = ''
        stream.on('data', (chunk: Buffer) => (message += chunk.toString()))
        stream.on('end', () => done(void received.push(message)))
      },
      ...options,
    })
    made.on('error', () => undefined)
    await open(made)
    others.push({ close: () => new Promise<void>((resolve) => made.close(resolve)) })
    return { received, port: (made.server.address() as { port: number }).port }
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

  test('gets a test mail in the language of the browser, and is used from then on', async () => {
    server = await restartableServer()
    const { port, received } = await smtp()
    const refused = await post('/mail/test', { mail: mail(port, { allow_private: false }), ...rest })
    expect(refused.body.code).toBe('private-address')
    expect(await post('/mail/test', { mail: mail(port), ...rest })).toEqual({ status: 204, body: null })
    expect(received).toHaveLength(1)
    expect(received[0]).toContain('Test mail of Holdall')
    const inGerman = await fetch(`${server.origin}/api/setup/mail/test`, {
      method: 'POST',
      headers: {
        [setupKeyHeader]: server.running.current.services.installation.key,
        'content-type': 'application/json',
        cookie: 'holdall_locale=de',
      },
      body: JSON.stringify({ mail: mail(port), ...rest }),
    })
    expect(inGerman.status).toBe(204)
    expect(received[1]).toContain('Test-E-Mail von Holdall')
    const noAddress = await post('/environment', { ...plainEnvironment, mail: mail(port) })
    expect([noAddress.body.code, Object.keys(noAddress.body.errors)]).toEqual(['validation', ['public_url']])
    const saved = await post('/environment', { ...plainEnvironment, mail: mail(port), public_url: rest.public_url })
    expect(saved).toEqual({ status: 204, body: null })
    expect(server.running.current.services.mailer.delivers).toBe(true)
    expect((await values()).mail).toEqual({
      driver: 'smtp',
      host: '127.0.0.1',
      port,
      encryption: 'none',
      user: '',
      has_password: false,
      from: 'files@example.com',
    })
  })

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

  test('that refuses the recipient is reported without its words', async () => {
    server = await restartableServer()
    const refusal = Object.assign(new Error('no such mailbox here'), { responseCode: 550 })
    const { port, received } = await smtp({ onRcptTo: (_address, _session, done) => done(refusal) })
    const { status, body } = await post('/mail/test', { mail: mail(port), ...rest })
    expect([status, body.code, body.message]).toEqual([422, 'mail-unusable', 'The mail server refuses the mail.'])
    expect(body.errors.detail).toEqual(['it does not accept the sender or the recipient (EENVELOPE, status 550)'])
    expect(received).toEqual([])
  })

  test('that nobody listens at, and one that never answers or no longer does, are unreachable', async () => {
    server = await restartableServer()
    const connections = new Set<Socket>()
    let greeting = ''
    const silent: Server = createServer((socket) => {
      connections.add(socket.on('error', () => undefined))
      if (greeting !== '') socket.write(greeting)
    })
    await open(silent)
    const { port } = silent.address() as { port: number }
    const attempt = { publicUrl: rest.public_url, mail: null, branding: { name: 'A', accent: null }, timeoutMs: 200 }
    for (greeting of ['', '220 mail.example.com ESMTP\r\n']) {
      const tried = tryMailServer({ smtpUrl: `smtp://mail.invalid:${port}`, addresses: ['127.0.0.1'], ...attempt })
      await expect(tried).rejects.toMatchObject({ reason: 'unreachable' })
    }
    // The name has no address: the connections are made to the checked one.
    expect(connections.size).toBe(2)
    for (const socket of connections) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
    const { body } = await post('/mail/test', { mail: mail(port), ...rest })
    expect(body).toMatchObject({ code: 'mail-unusable', errors: { detail: [expect.any(String)] } })
  })

  test.each(['/mail/test', '/environment', '/database/test'])(
    '%s checks the key before the body is validated',
    async (path) => {
      server = await restartableServer()
      for (const key of [undefined, 'wrong']) {
        const answer = await fetch(`${server.origin}/api/setup${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key && { [setupKeyHeader]: key }) },
          body: '{"not":"valid"}',
        })
        expect(answer.status).toBe(403)
      }
    },
  )

  test('that is left out leaves the test mail in the data folder', async () => {
    server = await restartableServer()
    expect((await post('/mail/test', { mail: { driver: 'none' }, ...rest })).status).toBe(204)
    expect(existsSync((await values()).mail.folder as string)).toBe(true)
  })
})
