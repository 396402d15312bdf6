import { endpoints } from '@holdall/api/table'
import { cellsOf } from '../testing/access/caller-cells.ts'
import { createScene, type Scene } from '../testing/access/scene.ts'
import { entries } from '../testing/access/table/index.ts'

const ids = endpoints.map(({ id }) => id).sort()
const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))

let scene: Scene
beforeAll(async () => {
  scene = await createScene()
})
afterAll(() => scene.close())

test('every endpoint has one entry in the table, and a handler', () => {
  expect(entries.map(([id]) => id).sort()).toEqual(ids)
  expect([...scene.handled].sort()).toEqual(ids)
})

test('calls by visitors have rows for them, and calls of users that name entries have rows for members', () => {
  const having = (key: 'links' | 'requests' | 'members') =>
    entries.filter(([, entry]) => entry[key] !== undefined).map(([id]) => id)
  const by = (kind: string) => endpoints.filter(({ access }) => access.by === kind).map(({ id }) => id)
  const namingEntries = endpoints.filter(({ access }) => {
    if (access.by !== 'user') return false
    const { entry, selection, shareTokens } = access.targets
    return (entry ?? selection ?? shareTokens) !== undefined
  })
  expect(having('links').sort()).toEqual(by('visitor').sort())
  expect(having('requests').sort()).toEqual(by('request-visitor').sort())
  expect(having('members').sort()).toEqual(namingEntries.map(({ id }) => id).sort())
})

test.each(entries)('%s answers as in the table', async (id, entry) => {
  const cells = cellsOf({ endpoint: byId.get(id)!, entry })
  const different: Record<string, { readonly expected: string; readonly answered: string }> = {}
  for (const isRestricted of [false, true]) {
    if (isRestricted) await scene.restrict(true)
    for (const cell of cells.filter((one) => (one.isRestricted ?? false) === isRestricted)) {
      const answered = await cell.answer(scene)
      if (answered !== cell.expected) different[cell.name.join(' › ')] = { expected: cell.expected, answered }
    }
    if (isRestricted) await scene.restrict(false)
  }
  expect(different).toEqual({})
})
