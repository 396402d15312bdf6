import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { HumanCheckPurpose, Sections } from '@holdall/api'
import type { Refusal } from '../../infrastructure/errors/refusal.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { bytesOf, type FileServer, fileServer } from '../../testing/file-server.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { repository } from '../frontend/frontend.ts'

const verdict = { success: true, score: 0.9, action: 'sign_up', hostname: 'files.example.com' }

/** In place of reCAPTCHA's: says what the test tells it to, and keeps what it was asked. */
let google: FileServer
let answer: (response: ServerResponse) => void
let asked: Record<string, string>[]
let holdall: TestApp
beforeEach(async () => {
  asked = []
  says(verdict)
  google = await fileServer({
    '/recaptcha/api/siteverify': (response, request) => {
      void text(request).then((body) => {
        asked.push(Object.fromEntries(new URLSearchParams(body)))
        answer(response)
      })
    },
  })
  holdall = await testApp({
    builds: repository,
    config: {
      publicUrl: 'https://files.example.com:8443',
      outgoingAllow: parseOutgoingAllow(google.authority)!,
      recaptcha: { siteKey: 'site', secret: 'the-secret', origin: google.origin },
    },
  })
})
afterEach(async () => {
  await holdall.close()
  await google.close()
})

const says = (body: unknown) => {
  answer = bytesOf(JSON.stringify(body))
}
/** The code of the refusal; `passed` without one. */
const offer = (reCaptcha: string | undefined, purpose: HumanCheckPurpose = 'sign-up') =>
  holdall.services.humanCheck.requireHuman(purpose, { reCaptcha }).then(
    () => 'passed',
    (error: unknown) => (error as Refusal).code,
  )

test.each([
  ['an invalid token', { success: false, 'error-codes': ['invalid-input-response'] }],
  ['a used or old token', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['a low score', { ...verdict, score: 0.49 }],
  ['no score', { success: true, action: 'sign_up', hostname: 'files.example.com' }],
  ['the token of another form', { ...verdict, action: 'contact' }],
  ['no action', { ...verdict, action: undefined }],
  ['the token of another site', { ...verdict, hostname: 'attacker.example' }],
  ['no hostname', { ...verdict, hostname: undefined }],
])('refuses %s', async (_what, body) => {
  says(body)
  expect(await offer('token')).toBe('human-check-failed')
  expect(asked).toHaveLength(1)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['an error', (response) => void response.writeHead(500).end('{}')],
  ['no JSON', bytesOf('<html>')],
  ['something else', bytesOf('{"score":1}')],
  ['more than is read', bytesOf(`${' '.repeat(300_000)}{}`)],
  ['a redirect', (response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
  ['that the secret is wrong', bytesOf('{"success":false,"error-codes":["invalid-input-secret"]}')],
  ['nothing', (response) => void response.destroy()],
])('refuses while its server answers %s, and says so in the log', async (_what, answered) => {
  answer = answered
  expect(await offer('token')).toBe('human-check-unavailable')
  expect(holdall.log.some((line) => line.includes('reCAPTCHA cannot be asked'))).toBe(true)
  expect(holdall.log.join()).not.toContain('the-secret')
})

test('a token is verified with the secret and without the address of the person, and passes once', async () => {
  expect(await offer('token')).toBe('passed')
  expect(asked).toEqual([{ secret: 'the-secret', response: 'token' }])
  const again = await Promise.all(Array.from({ length: 4 }, () => offer('token')))
  expect(again).toEqual(Array.from({ length: 4 }, () => 'human-check-failed'))
  expect(await offer('another token')).toBe('passed')
})

test('the lowest score that passes is one half', async () => {
  says({ ...verdict, score: 0.5 })
  expect(await offer('token')).toBe('passed')
})

test('without a token its server is not asked, and a solved challenge does not replace one', async () => {
  await holdall.services.settings.set('protection.proof_of_work', true)
  expect(await offer(undefined)).toBe('human-check-failed')
  expect((await holdall.visitor().get('/api/challenge?purpose=sign-up')).status).toBe(404)
  expect(asked).toEqual([])
})

test('asks about 32 tokens at the same time, and refuses further ones', async () => {
  const waiting: ServerResponse[] = []
  answer = (response) => void waiting.push(response)
  const offers = Array.from({ length: 32 }, (_, index) => offer(`token ${index}`))
  await until(() => waiting.length === 32)
  expect(await offer('one more')).toBe('human-check-unavailable')
  for (const response of waiting) bytesOf(JSON.stringify(verdict))(response)
  expect(new Set(await Promise.all(offers))).toEqual(new Set(['passed']))
  says(verdict)
  expect(await offer('one more')).toBe('passed')
})

test.each([
  ['/api/register', 'sign_up', 201, { name: 'Sam', email: 'sam@example.com', password: 'correct horse battery' }],
  ['/api/password/recover', 'password_recovery', 200, { email: 'sam@example.com' }],
  ['/api/contact', 'contact', 200, { email: 'sam@example.com', message: 'Hello' }],
])('%s needs a token for its action', async (path, action, status, fields) => {
  await holdall.services.settings.set('app.contact_email', 'operator@example.com')
  const body = { ...fields, ...('password' in fields && { password_confirmation: fields.password }) }
  expect((await holdall.visitor().post(path, body)).body.code).toBe('human-check-failed')
  says({ ...verdict, action })
  expect((await holdall.visitor().post(path, { ...body, reCaptcha: 'token' })).status).toBe(status)
  answer = (response) => void response.writeHead(500).end()
  const refused = await holdall.visitor().post(path, { ...body, reCaptcha: 'another token' })
  expect([refused.status, refused.body.code]).toEqual([502, 'human-check-unavailable'])
})

test('pages know the site key while it is configured and allowed', async () => {
  const recaptcha = async () => (await holdall.visitor().get('/api/config')).body.recaptcha
  expect(await recaptcha()).toEqual({
    isAllowed: true,
    isConfigured: true,
    clientId: 'site',
    origin: google.origin,
  })
  await holdall.services.settings.set('protection.recaptcha', false)
  expect(await recaptcha()).toEqual({ isAllowed: false, isConfigured: true, clientId: null, origin: null })
  expect(await offer(undefined)).toBe('passed')
  await holdall.services.settings.set('protection.proof_of_work', true)
  expect(await offer('token')).toBe('human-check-failed')
})

const pagesWithForms = ['/sign-up', '/forgotten-password', '/contact-us', '/team-folder-invitation/:id']
/** Headers of the page of a route. */
async function policyOf(route: string): Promise<{ readonly policy: string; readonly isTold: boolean }> {
  const path = route.replaceAll(/:\w+\?/g, '').replaceAll(/:\w+/g, 'x')
  const { headers, body } = (await holdall.visitor().get(path, { accept: 'text/html' })).raw
  return { policy: String(headers['content-security-policy']), isTold: body.includes('name="holdall-recaptcha"') }
}

test('the pages with these forms allow its script, every other one does not', async () => {
  const { body } = await holdall.visitor().get('/ui/sections.json')
  const routes = (body as Sections).sections.flatMap((one) =>
    one.state === 'ok' ? one.section.routes.map(({ path }) => path) : [],
  )
  expect(routes).toEqual(expect.arrayContaining(pagesWithForms))
  const before = new Map<string, string>()
  await holdall.services.settings.set('protection.recaptcha', false)
  for (const route of routes) {
    const { policy, isTold } = await policyOf(route)
    expect([route, policy.includes('recaptcha'), isTold]).toEqual([route, false, false])
    before.set(route, policy)
  }
  await holdall.services.settings.set('protection.recaptcha', true)
  for (const route of routes) {
    const { policy, isTold } = await policyOf(route)
    const own = `${google.origin}/recaptcha/`
    const expected = pagesWithForms.includes(route)
      ? before
          .get(route)!
          .replace("script-src 'self'", `script-src 'self' ${own} https://www.gstatic.com/recaptcha/`)
          .replace("connect-src 'self'", `connect-src 'self' ${own}`)
          .replace("frame-src 'self'", `frame-src 'self' ${own}`)
      : before.get(route)
    expect([route, policy, isTold]).toEqual([route, expected, pagesWithForms.includes(route)])
  }
})
