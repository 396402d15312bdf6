import Sqlite from 'better-sqlite3'
import { file, folder } from '../../testing/file-requests.ts'
import { testApp } from '../../testing/test-app.ts'
import { sqliteFile } from './connect.ts'

const onSqlite = globalThis.HOLDALL_TEST_ENGINE === 'sqlite'

/** Texts of all statements that are prepared while `work` runs. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const found = new Set<string>()
  const original = Object.getOwnPropertyDescriptor(Sqlite.prototype, 'prepare')!
  Object.defineProperty(Sqlite.prototype, 'prepare', {
    ...original,
    value(this: Sqlite.Database, text: string): unknown {
      found.add(text)
      return Reflect.apply(original.value as () => unknown, this, [text])
    },
  })
  try {
    await work()
  } finally {
    Object.defineProperty(Sqlite.prototype, 'prepare', original)
  }
  return [...found]
}

test('what changes one file or folder reads no other one', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  const statements = await statementsOf(async () => {
    const [here, there] = [await folder(ann, 'here'), await folder(ann, 'there')]
    const { id } = await file(ann, 'a.txt', 'text', { parent_id: here })
    const items = [{ id }]
    for (const { status } of [
      await ann.patch(`/api/rename/${id}`, { name: 'b.txt' }),
      await ann.post('/api/move', { items, to_id: there }),
      await ann.post('/api/remove', { items }),
      await ann.post('/api/trash/restore', { items }),
      await ann.post('/api/remove', { items: [{ id: here }] }),
      await ann.post('/api/trash/restore', { items: [{ id: here }] }),
      await ann.post('/api/remove', { items: [{ id, force_delete: true }] }),
    ]) {
      expect(status).toBe(200)
    }
  })
  // PostgreSQL plans by what the tables hold.
  const scans = onSqlite ? scansAmong(statements, sqliteFile(holdall.services.config.dataDir)) : []
  await holdall.close()
  expect(scans).toEqual([])
})

/** Those that read all entries there are. */
function scansAmong(statements: readonly string[], path: string): string[] {
  const db = new Sqlite(path, { readonly: true })
  const changes = statements.filter((text) => /^\s*(with|select|update|delete)\b/i.test(text))
  expect(changes.some((text) => text.includes('update entries set trash_root_id = below.root'))).toBe(true)
  const scans = changes.filter((text) => {
    const parameters = Array.from(text.matchAll(/\?/g), () => null)
    const steps = db.prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[]
    return steps.some(({ detail }) => /^SCAN (entries|e)\b/.test(detail))
  })
  db.close()
  return scans
}
