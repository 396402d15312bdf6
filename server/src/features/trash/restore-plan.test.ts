import Sqlite from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { sqliteFile } from '../../infrastructure/db/connect.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { folder } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries } from '../../testing/seed-entries.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

/** More than 300 entries, which are restored in several transactions, beside more that stay. */
const [FILES, FOLDERS, OTHERS] = [150, 40, 3000]
const isSlice = (text: string) => /from unfinished_trash u cross join entries e[^]*update entries/.test(text)

/** What restores a large folder, whose statistics are from before it was trashed. */
async function restored(): Promise<() => Promise<void>> {
  const { db, engine } = holdall.services
  const ann = await holdall.signUp()
  const seed = createEntrySeeds()
  const [big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedEntries(holdall, ann.userId, nestedEntries(seed, big, { files: FILES, folders: FOLDERS }))
  await seedEntries(holdall, ann.userId, seed('file', other, 'note', OTHERS))
  if (engine === 'postgres') await sql`analyze entries`.execute(db)
  const items = [{ id: big }]
  expect((await ann.post('/api/remove', { items })).status).toBe(200)
  return async () => expect((await ann.post('/api/trash/restore', { items })).status).toBe(200)
}

interface PlanNode {
  readonly Alias?: string
  readonly 'Index Cond'?: string
  /** Of a bitmap scan. */
  readonly 'Recheck Cond'?: string
  readonly Plans?: readonly PlanNode[]
}
const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
  test('a slice of a restore finds what is in a folder by its parent, with statistics from before it was trashed', async () => {
    const restore = await restored()
    const query = jest.spyOn(pg.Client.prototype, 'query')
    await restore()
    const calls: readonly (readonly unknown[])[] = query.mock.calls
    query.mockRestore()
    const [text, parameters] = calls.find(([first]) => typeof first === 'string' && isSlice(first)) as [
      string,
      unknown[],
    ]
    const { rows } = await holdall.services.db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (format json) ${text}`, parameters),
    )
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)
    const conditions = (alias: string) =>
      nodes.filter((node) => node.Alias === alias).map((node) => node['Index Cond'] ?? node['Recheck Cond'])
    expect(conditions('c')).toEqual([expect.stringContaining('parent_id = e.id')])
    // How the trashed entries are found depends on how many there are.
  })
} else {
  test('a slice of a restore finds what is in a folder by its parent', async () => {
    const restore = await restored()
    const texts = (await countedStatements(restore)).map(({ text }) => text).filter(isSlice)
    const db = new Sqlite(sqliteFile(holdall.services.config.dataDir), { readonly: true })
    const steps = db.prepare(`explain query plan ${texts[0]}`).all([null, null]) as { readonly detail: string }[]
    db.close()
    const details = steps.map(({ detail }) => detail)
    expect(details.filter((detail) => /^SEARCH c\b/.test(detail))).toEqual([expect.stringContaining('(parent_id=?')])
    expect(details.filter((detail) => /^SEARCH e\b/.test(detail))).toEqual([
      expect.stringContaining('(trash_root_id=?'),
    ])
    expect(details.filter((detail) => /^SCAN (e|c|entries)\b/.test(detail))).toEqual([])
  })
}
