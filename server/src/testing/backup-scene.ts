import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isEndedTable } from '../features/backup/ended-tables.ts'
import { isDerivedTable } from '../features/backup/table-snapshot.ts'
import { day } from '../infrastructure/clock.ts'
import { type Config, readConfig } from '../infrastructure/config/config.ts'
import { connect } from '../infrastructure/db/connect.ts'
import { defineJob, handleJob } from '../infrastructure/jobs/job-definition.ts'
import { createLog } from '../infrastructure/log.ts'
import { runCommand, variablesOf } from './command-line.ts'
import { freshPlace } from './engine.ts'
import { type SignedIn, testApp, type TestApp } from './test-app.ts'
import { testStorage, testStorageAllow } from './test-storage.ts'

type Engine = 'sqlite' | 'postgres'
const ownEngine = (): Engine => globalThis.HOLDALL_TEST_ENGINE
/** Every pair of engines, from and to, that includes the engine of this run. */
export const pairs = (): readonly (readonly [Engine, Engine])[] =>
  ownEngine() === 'sqlite'
    ? [['sqlite', 'sqlite']]
    : [
        ['postgres', 'postgres'],
        ['postgres', 'sqlite'],
        ['sqlite', 'postgres'],
      ]

const note = defineJob('note', z.object({ text: z.string() }))

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'outgoingAllow' | 'storage'>
/** Cleanup, which `runEnds` runs, the last added first. */
export const ends: (() => unknown)[] = []
/** For `afterEach`, in the test file: this module is loaded once for several of them. */
export async function runEnds(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

export async function appOn(engine = ownEngine()): Promise<TestApp> {
  const app = await testApp({
    jobs: [handleJob(note, async () => {})],
    ...(engine === 'sqlite' && { config: { databaseUrl: null } }),
  })
  ends.push(() => app.close())
  return app
}
export async function emptyPlace(engine = ownEngine()): Promise<Where> {
  const place = await freshPlace('empty')
  ends.push(() => place.remove())
  const databaseUrl = engine === 'sqlite' ? null : place.databaseUrl
  return { dataDir: place.dataDir, databaseUrl, outgoingAllow: testStorageAllow(), storage: testStorage() }
}
export function backupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-backup-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
export const backup = (from: Where, folder: string) => runCommand(['backup', folder], { env: variablesOf(from) })
export const restore = (to: Where, folder: string, ...more: string[]) =>
  runCommand(['restore', folder, ...more], { env: variablesOf(to) })

export async function put(user: SignedIn, name: string, bytes: Buffer): Promise<string> {
  const { status, body } = await user.raw('/api/upload/chunks', { name, is_last_chunk: 1 }, bytes)
  expect(status).toBe(201)
  return body.data.id as string
}

export const odd = ['plain.txt', 'quote " and \\ back.txt', 'emoji 🗂️ and tab.txt', 'größe.bin']

/** Files, folders, a link with a password, the trash, an unfinished upload and an operator's setting. */
export async function filled(app: TestApp): Promise<SignedIn> {
  const user = await app.signUp({ name: 'Maya "M" Lindqvist', email: 'maya@example.com' })
  for (const [index, name] of odd.entries()) await put(user, name, Buffer.alloc(1000 + index, name))
  const { body: folder } = await user.post('/api/create-folder', { name: 'Folder', emoji: '🗂️' })
  await user.post('/api/create-folder', { name: 'Below', parent_id: folder.data.id })
  expect((await user.post('/api/share', { id: folder.data.id, isPassword: true, password: 'secret' })).status).toBe(201)
  const trashed = await put(user, 'trashed.txt', Buffer.from('trashed'))
  await user.post('/api/remove', { items: [{ id: trashed }] })
  const half = { name: 'half.bin', upload_id: 'halfhalf1', offset: 0, size: 400_000 }
  expect((await user.raw('/api/upload/chunks', half, Buffer.alloc(70_000))).status).toBe(200)
  await app.services.settings.set('upload.blocked_types', ['exe', 'a"b\\c'])
  await app.services.settings.set('translations', { de: { 'files.title': 'line\u2028end\nand\ttab \u0001' } })
  const section = join(app.services.config.dataDir, 'ui', 'sections', 'notes', '1.0.0')
  mkdirSync(section, { recursive: true })
  writeFileSync(join(section, 'page.js'), 'installed')
  await app.services.transact((trx) =>
    app.services.jobs.enqueue(trx, note, { text: 'a "note"\n' }, { key: 'once', delayMs: day }),
  )
  writeFileSync(join(app.services.config.dataDir, 'config.json'), '{"app.accent": "#2f6fed"}')
  return user
}

/**
 * All rows of all tables, except unfinished uploads, which a backup leaves out, and what a restore replaces or ends.
 */
export async function dump(where: Where): Promise<Record<string, string[]>> {
  const { db } = connect(readConfig(variablesOf(where)), createLog('silent'))
  const tables: Record<string, string[]> = {}
  for (const { name, schema } of await db.introspection.getTables()) {
    // Each engine has jobs of its own; they are compared through the queue.
    if ((schema !== undefined && schema !== 'public') || name === 'jobs') continue
    if (isDerivedTable(name) || isEndedTable(name)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    tables[name] = rows
      .filter(({ status, name: setting }) => status !== 'receiving' && setting !== 'installation.identity')
      .map((row) => (name === 'users' ? { ...row, reserved_bytes: 0 } : row))
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .sort()
  }
  await db.destroy()
  return tables
}
