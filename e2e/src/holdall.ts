import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import { type Holdall, startHoldall } from './server.ts'

interface Fixtures {
  /** Addresses that a page requested from other hosts, and violations of the CSP. A test fails if there are any. */
  readonly foreignRequests: readonly string[]
}
export interface WorkerFixtures {
  /** The database of the worker's server. */
  readonly engine: 'sqlite' | 'postgres'
  /** Of PostgreSQL; null with SQLite. */
  readonly databaseUrl: string | null
  readonly holdall: Holdall
}

/** `holdall` is one real server per worker; a test fails when a page requests other hosts or violates the CSP. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  databaseUrl: [
    async ({ engine }, provide) => {
      const postgres = engine === 'postgres' ? await startPostgres() : null
      await provide(postgres?.url ?? null)
      await postgres?.stop()
    },
    { scope: 'worker' },
  ],
  holdall: [
    async ({ databaseUrl }, provide) => {
      const holdall = await startHoldall({
        env: {
          // A file of some MiB has several chunks.
          HOLDALL_CHUNK_SIZE: '1MiB',
          ...(databaseUrl && { HOLDALL_DATABASE_URL: databaseUrl }),
        },
      })
      await provide(holdall)
      await holdall.stop()
    },
    { scope: 'worker' },
  ],
  foreignRequests: [
    async ({ context }, provide) => {
      const foreignRequests = watchForeignRequests(context)
      await provide(foreignRequests)
      expect(foreignRequests, 'nothing leaves the machine and the CSP is kept').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Collects the requests of a context to other hosts, and its violations of the CSP. */
export function watchForeignRequests(context: BrowserContext): readonly string[] {
  const foreignRequests: string[] = []
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && !['127.0.0.1', 'localhost', 'holdall.lan'].includes(hostname))
      foreignRequests.push(request.url())
  })
  context.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) foreignRequests.push(message.text())
  })
  return foreignRequests
}

let people = 0
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}
export function newPerson(name = 'Maya Lindqvist'): Person {
  people += 1
  return {
    name,
    email: `person-${String(process.pid)}-${String(people)}@holdall.test`,
    password: 'lake siljan at dawn',
  }
}

/** Creates an account by HTTP; the page is signed in afterwards. */
export async function signUp(page: Page, url: string, person = newPerson()): Promise<Person> {
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

/** Uploads a file to the signed-in user's home by HTTP. */
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
