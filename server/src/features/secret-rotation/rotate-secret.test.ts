import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../app.ts'
import { day } from '../../infrastructure/clock.ts'
import { readConfig } from '../../infrastructure/config/config.ts'
import { openDataFolder } from '../../infrastructure/data-folder.ts'
import { connect } from '../../infrastructure/db/connect.ts'
import { transactor } from '../../infrastructure/db/transact.ts'
import { createLog } from '../../infrastructure/log.ts'
import { readSecret } from '../../infrastructure/secret.ts'
import { authenticatorApp } from '../../testing/authenticator-app.ts'
import { createClient } from '../../testing/client.ts'
import { runCommand, variablesOf } from '../../testing/command-line.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { encryptTotpSecret } from '../two-factor/totp.ts'
import { rotateSecret } from './rotate-secret.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A stopped installation with an account that has a second factor, and a signature of its key. */
async function stopped(holdall: TestApp) {
  const user = await holdall.signUp()
  await user.post('/user/two-factor-authentication')
  const key = (await user.get('/user/two-factor-qr-code')).body.data.attributes.secret as string
  const phone = authenticatorApp(key)
  expect((await user.post('/user/confirmed-two-factor-authentication', { code: phone.nextCode() })).status).toBe(200)
  const signature = holdall.services.secret.sign('purpose', 'text')
  const { config } = holdall.services
  await holdall.app.close()
  return { config, dataDir: config.dataDir, phone, signature, email: user.email }
}
async function started() {
  const holdall = await testApp()
  ends.push(() => holdall.close())
  return stopped(holdall)
}
type Stopped = Awaited<ReturnType<typeof started>>

const rotate = ({ config }: Stopped, ...more: string[]) =>
  runCommand(['secret', 'rotate', ...more], { env: variablesOf(config) })

/** Starts the installation again and signs in with the next code. */
async function signIn({ config, email, phone }: Stopped): Promise<number> {
  const again = await createApp(readConfig(variablesOf(config)), { log: createLog('silent') })
  try {
    const client = createClient(again.app)
    expect((await client.post('/login', { email, password: testPassword })).body).toEqual({ two_factor: true })
    return (await client.post('/two-factor-challenge', { code: phone.nextCode() })).status
  } finally {
    await again.close()
  }
}

/** Calls it with the database; a kill is an error in the progress. */
async function rotateWith({ config, dataDir }: Stopped, progress: (done: number) => void, isLeaked = false) {
  const { db } = connect(config, createLog('silent'))
  const deps = { db, transact: transactor(db), clock: { now: Date.now }, dataDir }
  try {
    return await rotateSecret(deps, { isLeaked, progress })
  } finally {
    await db.destroy()
  }
}

test('a new key encrypts second factors and is that of the database, and signatures of the one before last a day', async () => {
  const place = await started()
  const before = readFileSync(join(place.dataDir, 'secret.key'), 'utf8')
  const { code, out, err } = await rotate(place)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Second factors encrypted with it: 1.')
  expect(readFileSync(join(place.dataDir, 'secret.key'), 'utf8')).not.toBe(before)
  for (const name of ['secret.key', 'secret.previous.key']) {
    expect(statSync(join(place.dataDir, name)).mode & 0o777).toBe(0o600)
  }
  expect(await signIn(place)).toBe(204)
  let now = Date.now()
  const secret = readSecret(place.dataDir, () => now)
  expect([
    secret.verify('purpose', 'text', place.signature),
    secret.sign('purpose', 'text') === place.signature,
  ]).toEqual([true, false])
  expect(secret.verify('purpose', 'other', place.signature)).toBe(false)
  now += day
  expect(secret.verify('purpose', 'text', place.signature)).toBe(false)
  expect(readSecret(place.dataDir, () => now).verify('purpose', 'text', place.signature)).toBe(false)
})

test('with --now what the key before has signed ends, that of an earlier rotation too', async () => {
  const place = await started()
  expect((await rotate(place)).code).toBe(0)
  const { code, out } = await rotate(place, '--now')
  expect([code, existsSync(join(place.dataDir, 'secret.previous.key'))]).toEqual([0, false])
  expect(out).toContain('has ended')
  expect(readSecret(place.dataDir).verify('purpose', 'text', place.signature)).toBe(false)
  expect(await signIn(place)).toBe(204)
})

const fails = () => {
  throw new Error('killed')
}

test('after a kill between two slices no server starts, and the next call completes the rotation', async () => {
  const holdall = await testApp()
  ends.push(() => holdall.close())
  const { db, secret } = holdall.services
  const ids = Array.from({ length: 450 }, (_, n) => `00000000-${n}`)
  for (const id of ids) {
    await db
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.com`,
        name: 'A',
        password_hash: '',
        role: 'user',
        color: 'red',
        verified_at: 0,
        two_factor_confirmed_at: 0,
        quota_bytes: null,
        restriction_reason: null,
        created_at: 0,
        updated_at: 0,
        deleted_at: null,
      })
      .execute()
    const row = { user_id: id, secret: encryptTotpSecret({ secret }, id, `OF${id}`), last_step: null, created_at: 0 }
    await db.insertInto('totp_secrets').values(row).execute()
  }
  const place = await stopped(holdall)
  const killed = rotateWith(place, (done) => {
    if (done === 400) throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  await expect(createApp(readConfig(variablesOf(place.config)), { log: createLog('silent') })).rejects.toThrow(
    'Run "holdall secret rotate" again',
  )
  const steps: number[] = []
  expect(await rotateWith(place, (done) => void steps.push(done))).toEqual({
    secondFactors: 451,
    undecryptable: 0,
    isLeaked: false,
  })
  expect(steps).toEqual([200, 400, 451])
  expect(existsSync(join(place.dataDir, 'secret.next.key'))).toBe(false)
  expect(await signIn(place)).toBe(204)
})

test('after a kill with --now the leaked key ends, also where the next call does not say so', async () => {
  const place = await started()
  const leaked = readFileSync(join(place.dataDir, 'secret.key'), 'utf8')
  await expect(rotateWith(place, fails, true)).rejects.toThrow('killed')
  await expect(createApp(readConfig(variablesOf(place.config)), { log: createLog('silent') })).rejects.toThrow(
    'Run "holdall secret rotate --now" again',
  )
  const { code, out } = await rotate(place)
  expect([code, out]).toEqual([0, expect.stringContaining('Everything that the key before has signed has ended')])
  expect(existsSync(join(place.dataDir, 'secret.previous.key'))).toBe(false)
  const next = readFileSync(join(place.dataDir, 'secret.key'), 'utf8')
  expect([next === leaked, next.split('\n').length]).toEqual([false, 2])
  expect(await signIn(place)).toBe(204)
})

test('is refused without a database, while a server runs, and with the key of another database', async () => {
  const place = await started()
  const key = join(place.dataDir, 'secret.key')
  const refusal = async (where: Pick<Stopped, 'config'>['config']) => {
    const { code, err } = await runCommand(['secret', 'rotate'], { env: variablesOf(where) })
    expect([code, existsSync(join(where.dataDir, 'secret.next.key'))]).toEqual([1, false])
    return err
  }
  const empty = mkdtempSync(join(tmpdir(), 'holdall-test-'))
  ends.push(() => rmSync(empty, { recursive: true }))
  expect(await refusal({ ...place.config, dataDir: empty, databaseUrl: null })).toContain('There is no database')
  const release = openDataFolder(place.dataDir)
  expect(await refusal(place.config)).toContain('Another Holdall is running on the data folder')
  release()
  // The start records the key in the database.
  expect(await signIn(place)).toBe(204)
  writeFileSync(key, `${Buffer.alloc(32, 1).toString('base64url')}\n`)
  expect(await refusal(place.config)).toContain('is not the key that this database is used with. Nothing was changed.')
})

test('a backup is refused while a rotation is not complete', async () => {
  const place = await started()
  await expect(rotateWith(place, fails)).rejects.toThrow('killed')
  const folder = mkdtempSync(join(tmpdir(), 'holdall-backup-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const { code, err } = await runCommand(['backup', folder], { env: variablesOf(place.config) })
  expect([code, err]).toEqual([1, expect.stringContaining('Run "holdall secret rotate" again')])
})
