import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSpecMap } from './spec-map.mjs'

const specification = `# Specification

## 2. Screens

All screens load on demand.

| Route | Purpose |
|---|---|
| / | Homepage |
| /file | File, id\\|folder or id\\|file |

## 3. States

**Trash**
- A trashed item has deleted_at set. Restoring it moves it back.
- The trash and the queue are cleared.
- Contents of lists are not shown.
`
const rows = `# Requirements

## 2. Screens

- \`2.1\` All screens load on demand.
- \`2.2\` / … Homepage
- \`2.3\` /file … File, id\\|folder or id\\|file

## 3. States

- \`3.1\` Trash … A trashed item has deleted_at set.
- \`3.2\` Restoring it moves it back.
- \`3.3\` The trash and … are cleared.
- \`3.4\` the queue

## Statements without a requirement

- Contents of lists are not shown.
`
const head = '| id | SPEC | differs | shown by |\n| --- | --- | --- | --- |\n'
const screens = `${head}| \`2.1\` | All screens load on demand. |  | \`a.test.ts\` › \`loads when opened\` |\n`
const file =
  '| `2.3` | /file … File, id\\|folder or id\\|file | in part: folders are not built | `a.test.ts` › `shows a file` |\n'
const trashed = '| `3.1` | Trash … A trashed item has deleted_at set. |  | `a.test.ts` › `is trashed` |\n'
const restored =
  '| `3.2` | Restoring it moves it back. | differs: to a free name, decision [8](decisions/0008-names.md) | `a.test.ts` › `is restored` |\n'
const cleared = '| `3.3` | The trash and … are cleared. |  | `a.test.ts` › `is cleared` |\n'
const toBuild = `## Differs, to be built\n\n${head}| \`3.4\` | the queue | differs: it stays |  |\n`
const notBuilt = '## Not built yet\n\n- `2.2` / … Homepage\n\n'
const beyond = '## Beyond\n\n| what | shown by |\n| --- | --- |\n| Search | `a.test.ts` › `finds` |\n'
const sections = `## 2. Screens\n\n${screens}${file}\n## 3. States\n\n${head}${trashed}${restored}${cleared}\n`
const whole = `${sections}${toBuild}${notBuilt}${beyond}`
const tests = ['loads when opened', 'shows a file', 'is trashed', 'is restored', 'is cleared', 'finds']
  .map((name) => `test('${name}', run)\n`)
  .join('')

const checked = ({ map = whole, list = rows, source = tests, text = specification }) =>
  checkSpecMap({
    specification: text,
    rows: list,
    map,
    sourceOf: (name) => ({ 'a.test.ts': source, 'docs/decisions/0008-names.md': '# 8. Names' })[name] ?? null,
  })
const problemsOf = (changed: Parameters<typeof checked>[0]) => checked(changed).problems.join('\n')

test('counts what is shown to the letter, differs, is shown in part, and is not built', () => {
  expect(checked({})).toEqual({
    problems: [],
    tableRows: 7,
    specified: 7,
    letter: 3,
    differing: 1,
    toBuild: 1,
    inPart: 1,
    notBuilt: 1,
  })
})

test.each([
  ['a row that is dropped', [trashed, ''], 'has no row 3.1: Trash … A trashed item'],
  ['a line of "Not built yet" that is dropped', ['- `2.2` / … Homepage', ''], 'has no row 2.2: / … Homepage'],
  ['a row that is shown twice', [trashed, trashed + trashed], 'shows 3.1, as another row does'],
  ['a row shown and not built', ['- `2.2` / … Homepage', '- `2.1` All screens load on demand.'], 'yet" too'],
  ['a row without a test', ['`a.test.ts` › `is trashed`', 'by eye'], 'names no test'],
  ['an unknown id', ['`3.1`', '`3.9`'], 'shows 3.9, which docs/spec-rows.md does not have'],
  ['a row with two ids', ['`3.1`', '`3.1`, `3.2`'], 'has to begin with one id'],
  ['a row of a section without an id', ['`3.1`', '–'], 'has to begin with one id'],
  [
    'a row with an id beyond the specification',
    ['| Search |', '| `3.1` Search |'],
    'shows 3.1 outside of the sections',
  ],
  ['a row without the cell of differences', ['deleted_at set. |  |', 'deleted_at set. |'], 'has 3 cells'],
  ['a test of another name', ['`loads when opened`', '`loads when seen`'], 'has no test "loads when seen"'],
  ['a file that is gone', ['`a.test.ts` › `is trashed`', '`b.test.ts` › `is trashed`'], 'which does not exist'],
  ['other words of a row', ['has deleted_at set', 'is marked'], 'has 3.1 in other words'],
  ['other words of what is not built', ['… Homepage', '… Home'], '"Not built yet" has 2.2 in other words'],
  ['a difference without a decision', [', decision [8](decisions/0008-names.md)', ''], 'difference without a decision'],
  ['a decision that does not exist', ['0008-names', '0008-other'], 'names decision 8, which does not exist'],
  ['a decision of another number', ['[8]', '[9]'], 'names decision 9, which does not exist'],
  ['a difference in other words', ['differs: to a free', 'to a free'], 'begins neither with "differs: "'],
  ['a difference to be built in other words', ['differs: it stays', ''], 'begins neither with "differs: "'],
] as const)('finds %s in the map', (_, [from, to], problem) => {
  expect(whole).toContain(from)
  expect(problemsOf({ map: whole.replace(from, to) })).toContain(problem)
})

test.each([
  ['an id that is listed twice', ['`3.2`', '`3.1`'], 'docs/spec-rows.md lists 3.1 twice'],
  [
    'words that the specification does not have',
    ['moves it back', 'moves it home'],
    '3.2 of docs/spec-rows.md is not in',
  ],
  ['a quotation of another section', ['/ … Homepage', 'The trash'], '2.2 of docs/spec-rows.md is not in its section'],
  ['a part of a word', ['`3.4` the queue', '`3.4` the que'], '3.4 of docs/spec-rows.md is not in its section'],
  ['pieces in another order', ['/file … File', 'File … Homepage'], '2.3 of docs/spec-rows.md is not in its section'],
  ['a sentence that no row quotes', ['Contents of lists are', 'Trash'], 'quotes Contents of lists are not shown.'],
  ['half a sentence that no row quotes', ['All screens load on demand.', 'All screens'], 'quotes load on demand.'],
] as const)('finds %s in the rows', (_, [from, to], problem) => {
  expect(rows).toContain(from)
  expect(problemsOf({ list: rows.replace(from, to) })).toContain(problem)
})

test('finds a sentence that is added to the specification', () => {
  expect(problemsOf({ text: `${specification}- Names are kept.\n` })).toContain('quotes Names are kept.')
})

test.each(["test.skip('loads when opened'", "describe.only('screens'", "xit('is trashed'", "test.fixme('is trashed'"])(
  'finds tests that are skipped by %s',
  (call) => {
    expect(problemsOf({ source: `${tests}${call}, () => {})\n` })).toContain('not all tests of a.test.ts run')
  },
)

test('finds a row that is removed from the project’s own map', () => {
  const sourceOf = (name: string) => {
    const path = join(__dirname, '../..', name)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
  const list = sourceOf('docs/spec-rows.md') ?? ''
  const lines = (sourceOf('docs/spec-map.md') ?? '').split('\n')
  const withIds = lines.filter((line) => /^(?:\| |- )`\d+\.\d+`/.test(line))
  expect(withIds.length).toBeGreaterThan(200)
  for (const line of withIds.filter((_, index) => index % 40 === 0)) {
    const map = lines.filter((other) => other !== line).join('\n')
    const { problems } = checkSpecMap({ specification: '', rows: list, map, sourceOf: () => '' })
    expect(problems.filter((problem) => problem.startsWith('docs/spec-map.md has no row'))).not.toEqual([])
  }
})
