import { createApp, type Overrides } from '../app.ts'
import type { Config } from '../infrastructure/config/config.ts'
import { noSignInProviders } from '../infrastructure/config/sign-in-providers.ts'
import type { Clock } from '../infrastructure/clock.ts'
import type { Db } from '../infrastructure/db/transact.ts'
import { createLog } from '../infrastructure/log.ts'
import { createSpareSpace } from '../infrastructure/spare-space.ts'
import type { Services } from '../services.ts'
import { ownerSetting } from '../infrastructure/installation.store.ts'
import { createUser } from '../features/users/create-user.store.ts'
import { hashPassword } from '../infrastructure/passwords/passwords.ts'
import './cheap-hashes.ts'
import { type Client, createClient } from './client.ts'
import { freshPlace } from './engine.ts'
import { patientRenderLimits } from './patient-render-limits.ts'
import { smallBuilds } from './section-builds.ts'
import { testStorage, testStorageAllow } from './test-storage.ts'
import { until } from './until.ts'

export interface SignedIn extends Client {
  readonly userId: string
  readonly email: string
}

export interface TestApp {
  readonly services: Services
  readonly app: Awaited<ReturnType<typeof createApp>>['app']
  readonly clock: Clock & { advance(millis: number): void }
  /** Log lines so far. */
  readonly log: readonly string[]
  visitor(address?: string): Client
  /** A new user, signed in. */
  signUp(options?: { name?: string; email?: string; role?: 'user' | 'admin'; quota?: number }): Promise<SignedIn>
  signInAdmin(): Promise<SignedIn>
  /** Throws where one of the answers was not in the endpoint table. */
  close(): Promise<void>
}

export const testPassword = 'correct horse battery'

/** A clock that starts at the present time and stands still until a test advances it. */
function adjustableClock(): TestApp['clock'] {
  let now = Date.now()
  return { now: () => now, advance: (millis) => void (now += millis) }
}

/** A whole Holdall in this process, on a fresh database of the engine under test. Installed, unless `installed: false`. */
export async function testApp(
  options: Overrides & { readonly config?: Partial<Config>; readonly installed?: boolean } = {},
): Promise<TestApp> {
  const { config: changes, installed = true, ...overrides } = options
  const place = await freshPlace()
  const clock = adjustableClock()
  const log: string[] = []
  const config: Config = {
    version: '0.1.0',
    host: '127.0.0.1',
    port: 0,
    dataDir: place.dataDir,
    publicUrl: null,
    contentUrl: null,
    databaseUrl: place.databaseUrl,
    storage: testStorage(),
    smtpUrl: null,
    broadcast: { driver: 'native' },
    signInProviders: noSignInProviders,
    recaptcha: null,
    admin: null,
    trustedProxies: 'loopback',
    geoipDatabase: null,
    outgoingAllow: testStorageAllow(),
    logLevel: 'debug',
    logFormat: 'json',
    demo: false,
    settings: { values: {}, sources: {} },
    variables: {},
    sources: {},
    ...changes,
  }
  const { app, services, close } = await createApp(config, {
    clock,
    log: createLog('debug', { destination: { write: (line) => void log.push(line) } }),
    validateResponses: true,
    durable: false,
    // For each app a thread would start.
    maxLogBytes: Infinity,
    builds: smallBuilds(),
    ...(place.databaseUrl === null && { spare: createSpareSpace(place.dataDir, createLog('silent'), 1000) }),
    // The disk of the machine does not decide.
    readDisk: () => Promise.resolve({ freeBytes: 1e15, totalBytes: 1e15, inodes: null }),
    renderLimits: patientRenderLimits,
    trafficDelayMs: 20,
    ...overrides,
  }).catch(async (error: unknown) => {
    await place.remove()
    throw error
  })
  if (installed) {
    await services.db
      .insertInto('settings')
      .values({ name: ownerSetting, value: '"test"', updated_at: clock.now() })
      .execute()
  }
  const passwordHash = await (hashOfTestPassword ??= hashPassword(testPassword))
  let count = 0

  const signUp: TestApp['signUp'] = async ({ name, email, role = 'user', quota } = {}) => {
    const address = email ?? `user${++count}@example.com`
    const userId = await services.transact((trx) =>
      createUser(services, trx, { name: name ?? `User ${count}`, email: address, passwordHash, role, verified: true }),
    )
    if (quota !== undefined) {
      await services.db.updateTable('users').set({ quota_bytes: quota }).where('id', '=', userId).execute()
    }
    const client = createClient(app)
    const { status } = await client.post('/login', { email: address, password: testPassword })
    if (status !== 200) throw new Error(`sign-in in a test answered ${status}`)
    // It is recorded after its answer, at times after the next change of a test.
    await until(() => isSignInRecorded(services.db, userId))
    return { ...client, userId, email: address }
  }

  return {
    app,
    services,
    clock,
    log,
    visitor: (address) => createClient(app, address),
    signUp,
    signInAdmin: () => signUp({ role: 'admin', name: 'Admin' }),
    async close() {
      await close()
      await place.remove()
      const mismatches = mismatchesIn(log)
      if (mismatches.length > 0) throw new Error(`Answers are not in the endpoint table:\n- ${mismatches.join('\n- ')}`)
    },
  }
}
async function isSignInRecorded(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('first_sign_in_at').where('id', '=', userId).executeTakeFirst()
  return user?.first_sign_in_at !== null
}
let hashOfTestPassword: Promise<string> | undefined

/** The messages of each `TableMismatch` in a log, once. */
function mismatchesIn(log: readonly string[]): string[] {
  const lines = log.filter((line) => line.includes('"type":"TableMismatch"'))
  return [...new Set(lines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message))]
}
