import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import type { Config } from '../../infrastructure/config/config.ts'
import { openDataFolder } from '../../infrastructure/data-folder.ts'
import { appOn, backup, backupFolder, dump, emptyPlace, filled, restore, runEnds } from '../../testing/backup-scene.ts'
import { type TestApp } from '../../testing/test-app.ts'
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
