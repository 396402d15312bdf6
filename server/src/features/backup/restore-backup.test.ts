import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { createApp } from '../../app.ts'
import { day } from '../../infrastructure/clock.ts'
import { type Config, readConfig } from '../../infrastructure/config/config.ts'
import { openDataFolder } from '../../infrastructure/data-folder.ts'
import { connect } from '../../infrastructure/db/connect.ts'
import { createLog } from '../../infrastructure/log.ts'
import {
  appOn,
  backup,
  backupFolder,
  dump,
  emptyPlace,
  ends,
  filled,
  restore,
  runEnds,
} from '../../testing/backup-scene.ts'
import { createClient } from '../../testing/client.ts'
import { variablesOf } from '../../testing/command-line.ts'
import { type TestApp, testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { writeChecked } from './checked-file.ts'

afterEach(runEnds)

describe('a restore', () => {
  let folder: string
  let app: TestApp
  beforeEach(async () => {
    app = await appOn()
    await filled(app)
    folder = backupFolder()
    expect((await backup(app.services.config, folder)).code).toBe(0)
  })
  const manifest = () => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const blobFile = () => {
    const [line] = readFileSync(join(folder, manifest().snapshot, 'blobs.jsonl'), 'utf8').split('\n')
    const { id } = JSON.parse(line!) as { id: string }
    return join(folder, 'blobs', id.slice(-2), id.slice(-4, -2), id)
  }

  test.each([
    [
      'a truncated table',
      () => truncateSync(join(folder, manifest().snapshot, 'tables', 'entries.jsonl'), 100),
      'tables/entries.jsonl has 100 bytes instead of',
    ],
    [
      'a table that is missing',
      () => rmSync(join(folder, manifest().snapshot, 'tables', 'users.jsonl')),
      'tables/users.jsonl is missing',
    ],
    ['cut-off content', () => truncateSync(blobFile(), 10), 'has 10 bytes instead of'],
    ['content that is missing', () => rmSync(blobFile()), 'is missing'],
    ['changed content', () => writeFileSync(blobFile(), readFileSync(blobFile()).fill(1)), 'was changed'],
    ['a cut-off manifest', () => truncateSync(join(folder, 'manifest.json'), 50), 'is not valid JSON'],
    ['no manifest', () => rmSync(join(folder, 'manifest.json')), 'There is no backup in'],
    [
      'a path that leads out of the folder',
      () => {
        const changed = manifest()
        changed.files[0].path = '../../secret.key'
        writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
      },
      'is damaged, or of a newer Holdall (files.0.path)',
    ],
    [
      'a content whose path leads out of the folder',
      async () => {
        const changed = manifest()
        const row = { id: '../../../secret.key', size: 32, sha256: '0'.repeat(64) }
        const list = Readable.from([Buffer.from(`${JSON.stringify(row)}\n`)])
        Object.assign(changed.blobs, await writeChecked(join(folder, changed.snapshot, 'blobs.jsonl'), list))
        writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
      },
      'blobs.jsonl has an invalid row',
    ],
    [
      'a backup of a newer version',
      () => {
        const changed = manifest()
        changed.migrations.push('9999-later')
        writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
      },
      'it knows 9999-later',
    ],
  ])('refuses %s and changes nothing', async (_what, damage, message) => {
    await Promise.resolve(damage())
    const target = await emptyPlace()
    const result = await restore(target, folder)
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toContain(message)
    expect(readdirSync(target.dataDir).filter((name) => name !== 'lock')).toEqual([])
    expect(await dump(target)).toEqual({})
  })

  test('refuses a target that is not empty, and replaces it with --force', async () => {
    const other = await appOn()
    await other.signUp({ email: 'other@example.com' })
    const target = other.services.config
    await other.app.close()
    const before = await dump(target)
    const refused = await restore(target, folder)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Say --force to replace all of it. Nothing was changed.')
    expect(await dump(target)).toEqual(before)
    expect(await restore(target, folder, '--force')).toMatchObject({ code: 0, err: '' })
    expect(await dump(target)).toEqual(await dump(app.services.config))
    expect(readdirSync(target.dataDir).filter((name) => name.startsWith('replaced-'))).toHaveLength(1)
  })

  if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
    const connectedTo = async ({ databaseUrl }: Pick<Config, 'databaseUrl'>) => {
      const client = new pg.Client({ connectionString: databaseUrl! })
      await client.connect()
      return client
    }

    test('is refused while another program uses the database', async () => {
      const target = await emptyPlace()
      const client = await connectedTo(target)
      const result = await restore(target, folder)
      await client.end()
      expect(result).toMatchObject({ code: 1, out: '' })
      expect(result.err).toContain('1 other connections use the database.')
      expect(await dump(target)).toEqual({})
    })

    test('waits for a connection that ends while it begins', async () => {
      const target = await emptyPlace()
      const client = await connectedTo(target)
      const restored = restore(target, folder)
      const observer = await connectedTo(app.services.config)
      await until(async () => {
        const { rows } = await observer.query('select from pg_stat_activity where datname = $1', [client.database])
        return rows.length > 1
      })
      await client.end()
      await observer.end()
      expect(await restored).toMatchObject({ code: 0, err: '' })
    })
  }

  test('leaves the target as it was when a row is invalid', async () => {
    const table = join(folder, manifest().snapshot, 'tables', 'spaces.jsonl')
    const changedRows = Buffer.from(readFileSync(table, 'utf8').replaceAll('"home"', '"boat"'))
    const sum = await writeChecked(table, Readable.from([changedRows]))
    const changed = manifest()
    Object.assign(
      changed.tables.find(({ name }: { name: string }) => name === 'spaces'),
      sum,
    )
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
    const other = await appOn()
    const target = other.services.config
    await other.app.close()
    const before = await dump(target)
    const result = await restore(target, folder, '--force')
    expect(result.code).toBe(1)
    expect(result.err).toContain('Nothing was changed.')
    expect(await dump(target)).toEqual(before)
    expect(readdirSync(target.dataDir).some((name) => name.startsWith('restoring-'))).toBe(false)
  })
})

/** A table of the restored database for each kind of access, and how many rows it has. */
async function accessRows(where: Pick<Config, 'dataDir' | 'databaseUrl' | 'outgoingAllow' | 'storage'>) {
  const { db } = connect(readConfig(variablesOf(where)), createLog('silent'))
  const tables = [
    'sessions',
    'api_tokens',
    'share_grants',
    'password_resets',
    'email_changes',
    'sign_in_flows',
    'pending_links',
    'zip_tickets',
  ] as const
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table] = (await db.selectFrom(table).selectAll().execute()).length
  await db.destroy()
  return counts
}

/** Two sessions and two tokens, and a row of everything else that gives access for a while. */
async function withAccess(app: TestApp) {
  const user = await filled(app)
  expect((await createClient(app.app).post('/login', { email: user.email, password: testPassword })).status).toBe(200)
  const tokens: string[] = []
  for (const name of ['Laptop', 'Server']) {
    const { status, body } = await user.post('/api/user/tokens', { name })
    expect(status).toBe(201)
    tokens.push(body.plainTextToken as string)
  }
  const later = Date.now() + day
  const { db } = app.services
  const share = await db.selectFrom('shares').select(['id', 'grant_version']).executeTakeFirstOrThrow()
  const of = { user_id: user.userId }
  const expiring = { expires_at: later }
  await db
    .insertInto('share_grants')
    .values({ id: 'grant', share_id: share.id, grant_version: share.grant_version, created_at: 0, ...expiring })
    .execute()
  await db
    .insertInto('password_resets')
    .values({ ...of, token_digest: 'reset', email: user.email, password_version: 0, ...expiring })
    .execute()
  await db
    .insertInto('email_changes')
    .values({
      ...of,
      id: 'change',
      email: 'new@example.com',
      token_digest: 'digest',
      password_version: 0,
      created_at: 0,
      ...expiring,
    })
    .execute()
  const provider = { provider: 'github' } as const
  await db
    .insertInto('sign_in_flows')
    .values({
      id: 'flow',
      ...provider,
      browser: 'browser',
      user_id: null,
      session_id: null,
      redirect: null,
      ...expiring,
    })
    .execute()
  await db
    .insertInto('pending_links')
    .values({ browser: 'browser', ...of, ...provider, issuer: 'i', subject: 's', email: user.email, ...expiring })
    .execute()
  await db
    .insertInto('zip_tickets')
    .values({ id: 'ticket', holder: user.userId, ids: 1, selection: '{}', ...expiring })
    .execute()
  return { user, tokens }
}

test('a restore ends all sessions, links in mails, tickets and API tokens', async () => {
  const app = await appOn()
  const { user, tokens } = await withAccess(app)
  const folder = backupFolder()
  await backup(app.services.config, folder)
  expect(Object.values(await accessRows(app.services.config))).not.toContain(0)
  const target = await emptyPlace()
  const { out } = await restore(target, folder)
  expect(out).toContain('Ended: 2 sessions, 2 API tokens')
  expect(new Set(Object.values(await accessRows(target)))).toEqual(new Set([0]))
  const restored = await createApp(readConfig(variablesOf(target)), { log: createLog('silent') })
  ends.push(() => restored.close())
  const client = createClient(restored.app)
  for (const [name, value] of user.cookies) client.cookies.set(name, value)
  expect((await client.get('/api/user')).status).toBe(401)
  const authorization = `Bearer ${tokens[0]}`
  expect((await createClient(restored.app).get('/api/user', { authorization })).status).toBe(401)
  expect((await client.post('/login', { email: user.email, password: testPassword })).status).toBe(200)
})

test('a restore with --keep-tokens keeps the API tokens of the backup and nothing else', async () => {
  const app = await appOn()
  await withAccess(app)
  const folder = backupFolder()
  await backup(app.services.config, folder)
  const target = await emptyPlace()
  const { out } = await restore(target, folder, '--keep-tokens')
  expect(out).toContain('Ended: 2 sessions, and')
  const { api_tokens: kept, ...ended } = await accessRows(target)
  expect([kept, new Set(Object.values(ended))]).toEqual([2, new Set([0])])
})

test('a restore is refused while a server runs on the data folder', async () => {
  const app = await appOn()
  const folder = backupFolder()
  await backup(app.services.config, folder)
  const target = await emptyPlace()
  const release = openDataFolder(target.dataDir)
  try {
    const result = await restore(target, folder, '--force')
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toContain('Another Holdall is running on the data folder')
  } finally {
    release()
  }
})
