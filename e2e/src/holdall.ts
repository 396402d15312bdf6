import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import { type Holdall, startHoldall } from './server.ts'

interface Fixtures {
  /** Every address a page asked for that is not this server's; a test may look, and none may leave the machine. */
  readonly strangers: readonly string[]
}
export interface WorkerFixtures {
  /** What the server of the worker keeps its rows in. */
  readonly engine: 'sqlite' | 'postgres'
  readonly holdall: Holdall
}

/** `holdall` is one real server per worker; every test fails when a page asks for anything from elsewhere or breaks the CSP. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  holdall: [
    async ({ engine }, provide) => {
      const postgres = engine === 'postgres' ? await startPostgres() : null
      const holdall = await startHoldall(postgres ? { env: { HOLDALL_DATABASE_URL: postgres.url } } : {})
      await provide(holdall)
      await holdall.stop()
      await postgres?.stop()
    },
    { scope: 'worker' },
  ],
  strangers: [
    async ({ context }, provide) => {
      const strangers = watchStrangers(context)
      await provide(strangers)
      expect(strangers, 'nothing leaves the machine and the CSP is kept').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Collects what a test's own context asks of other hosts, and where it breaks the CSP. */
export function watchStrangers(context: BrowserContext): readonly string[] {
  const strangers: string[] = []
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && !['127.0.0.1', 'holdall.lan'].includes(hostname)) strangers.push(request.url())
  })
  context.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) strangers.push(message.text())
  })
  return strangers
}

let people = 0
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}
export function somebody(name = 'Maya Lindqvist'): Person {
  people += 1
  return {
    name,
    email: `person-${String(process.pid)}-${String(people)}@holdall.test`,
    password: 'lake siljan at dawn',
  }
}

/** Makes an account by HTTP and leaves the page signed in. */
export async function signUp(page: Page, url: string, person = somebody()): Promise<Person> {
  const answer = await page.request.post(`${url}/api/register`, {
    data: { name: person.name, email: person.email, password: person.password, password_confirmation: person.password },
  })
  expect(answer.status()).toBe(201)
  return person
}

export async function signIn(
  page: Page,
  url: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  expect((await page.request.post(`${url}/login`, { data: { email, password } })).status()).toBe(200)
}

/** Puts a file into the signed-in user's home by HTTP. */
export async function putFile(
  page: Page,
  url: string,
  name: string,
  content: Buffer,
  fields: Record<string, string> = {},
): Promise<string> {
  const answer = await page.request.post(`${url}/api/upload/chunks`, {
    multipart: {
      name,
      extension: name.split('.').pop() ?? '',
      is_last_chunk: '1',
      ...fields,
      chunk: { name, mimeType: 'application/octet-stream', buffer: content },
    },
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: { id: string } }).data.id
}
