import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSpecMap } from './spec-map.mjs'

const rows = '- `2.1` All screens load on demand\n- `2.2` The homepage\n- `3.1` Trashed items have deleted_at\n'
const head = '| id | SPEC | shown by |\n| --- | --- | --- |\n'
const screens = '| `2.1` | On demand | `a.test.ts` › `loads when opened` |\n'
const trash = '| `3.1` | Trash | `a.test.ts` › `is trashed` |\n'
const notBuilt = '\n## Not built yet\n\n- `2.2` The homepage\n\n## Beyond\n'
const tests = "test('loads when opened', load)\ntest('is trashed', trash)\n"

const check = ({ map = head + screens + trash + notBuilt, list = rows, source = tests }) =>
  checkSpecMap({ rows: list, map, sourceOf: (file) => (file === 'a.test.ts' ? source : null) }).problems

test('counts what is shown and what is not built yet', () => {
  const map = head + screens + trash + notBuilt
  expect(checkSpecMap({ rows, map, sourceOf: () => tests })).toEqual({
    problems: [],
    tableRows: 2,
    specified: 3,
    shown: 2,
    notBuilt: 1,
  })
})

test.each([
  ['a row that is dropped', head + screens + notBuilt, 'No row of docs/spec-map.md has `3.1` Trashed items'],
  ['a line of "Not built yet" that is dropped', head + screens + trash, 'No row of docs/spec-map.md has `2.2`'],
  ['a row that is shown twice', head + screens + trash + trash + notBuilt, 'shows 3.1, as another row does'],
  ['a row shown and not built', head + screens + trash + notBuilt.replace('2.2', '2.1'), 'under "Not built yet" too'],
  ['a row without a test', head + screens + '| `3.1` | Trash | by eye |\n' + notBuilt, 'names no test'],
  ['an unknown id', head + screens + trash.replace('3.1', '3.9') + notBuilt, 'shows 3.9, which'],
  [
    'a test of another name',
    head + screens.replace('opened', 'seen') + trash + notBuilt,
    'has no test "loads when seen"',
  ],
  ['a file that is gone', head + screens.replace('a.test', 'b.test') + trash + notBuilt, 'which does not exist'],
  [
    'other words of what is not built',
    head + screens + trash + notBuilt.replace('The homepage', 'Home'),
    'in other words',
  ],
])('finds %s', (_, map, problem) => {
  expect(check({ map }).join('\n')).toContain(problem)
})

test.each(["test.skip('loads when opened'", "describe.only('screens'", "xit('is trashed'", "test.fixme('is trashed'"])(
  'finds tests that are skipped by %s',
  (call) => {
    expect(check({ source: `${tests}${call}, () => {})\n` }).join('\n')).toContain('not all tests of a.test.ts run')
  },
)

test('finds an id that is listed twice', () => {
  expect(check({ list: `${rows}- \`2.1\` Once more\n` })).toContain('docs/spec-rows.md lists 2.1 twice.')
})

test('finds a row that is removed from the project’s own map', () => {
  const sourceOf = (file: string) => {
    const path = join(__dirname, '../..', file)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
  const list = sourceOf('docs/spec-rows.md') ?? ''
  const lines = (sourceOf('docs/spec-map.md') ?? '').split('\n')
  const withIds = lines.filter((line) => /^(?:\| |- )`\d+\.\d+`/.test(line))
  expect(withIds.length).toBeGreaterThan(200)
  for (const line of withIds.filter((_, index) => index % 40 === 0)) {
    const map = lines.filter((other) => other !== line).join('\n')
    const { problems } = checkSpecMap({ rows: list, map, sourceOf: () => '' })
    expect(problems.filter((problem) => problem.startsWith('No row of docs/spec-map.md has'))).not.toEqual([])
  }
})
