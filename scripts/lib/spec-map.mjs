const reference = /`([^`]+\.(?:service-)?(?:test|spec)\.tsx?)`\s*›\s*`([^`]+)`/g
const listItem = /^- `(\d+\.\d+)` \S/

/** Text without differences between Markdown and source code: escapes, kinds of apostrophes, line breaks. */
const plain = (text) => text.replaceAll('\\', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ')

/** Whether the source has the name as a whole string. */
function hasTest(source, name) {
  const text = plain(source)
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${plain(name)}${quote}`))
}

/** Calls that skip a test, or all other tests of their file. */
const leavesOut =
  /(?:\b(?:test|it|describe)\s*\.\s*(?:\w+\s*\.\s*)*(?:skip|fixme|todo|fail|failing|only)\b|\bx(?:it|test|describe)\b|\bf(?:it|describe)\b)\s*(?:\.each\b\s*)?\(/

/** The line of the first call that skips tests; null where all tests run. */
function skipIn(source) {
  const lines = source.split('\n')
  const index = lines.findIndex((line) => leavesOut.test(line))
  return index === -1 ? null : `line ${index + 1}: ${lines[index].trim()}`
}

/** Rows of all tables without the headers: line number, ids of the first cell, and tests of the row. */
function tableRows(text) {
  const lines = text.split('\n')
  const isRow = (line) => line?.trimStart().startsWith('|') ?? false
  const isRule = (line) => /^\s*\|[\s:|-]+\|?\s*$/.test(line ?? '')
  return lines.flatMap((line, index) => {
    if (!isRow(line) || isRule(line) || isRule(lines[index + 1])) return []
    const [, firstCell = ''] = line.split('|')
    const ids = [...firstCell.matchAll(/`(\d+\.\d+)`/g)].map(([, id]) => id)
    return [{ at: index + 1, ids, tests: [...line.matchAll(reference)].map(([, file, name]) => ({ file, name })) }]
  })
}

/** Id -> line of a list. Adds an id that is listed twice to `problems`. */
function listed(text, file, problems) {
  const found = new Map()
  for (const line of text.split('\n')) {
    const [, id] = listItem.exec(line) ?? []
    if (id === undefined) continue
    if (found.has(id)) problems.push(`${file} lists ${id} twice.`)
    found.set(id, line)
  }
  return found
}

function testProblems({ tests }, sourceOf) {
  if (tests.length === 0) return ['names no test.']
  return tests.flatMap(({ file, name }) => {
    const source = sourceOf(file)
    if (source === null) return [`names ${file}, which does not exist.`]
    const skip = skipIn(source)
    return [
      ...(hasTest(source, name) ? [] : [`${file} has no test "${name}".`]),
      ...(skip ? [`not all tests of ${file} run (${skip}).`] : []),
    ]
  })
}

/**
 * Compares the map of the specification with the list of its requirements and with the tests. Each id of `rows` has to
 * be in the first cell of one table row of `map`, whose tests exist and run, or under the heading "Not built yet" with
 * the same text as in `rows`. `sourceOf` returns the text of a test file, null where it does not exist.
 */
export function checkSpecMap({ rows, map, sourceOf }) {
  const problems = []
  const specified = listed(rows, 'docs/spec-rows.md', problems)
  const [, rest = ''] = map.split(/^## Not built yet$/m)
  const [notBuiltList = ''] = rest.split(/^## /m)
  const notBuilt = listed(notBuiltList, '"Not built yet"', problems)
  const table = tableRows(map)
  if (specified.size === 0) problems.push('docs/spec-rows.md has no rows.')
  if (table.length === 0) problems.push('docs/spec-map.md has no rows.')

  const shown = new Set()
  for (const row of table) {
    const at = `docs/spec-map.md:${row.at}`
    for (const id of row.ids) {
      if (shown.has(id)) problems.push(`${at} shows ${id}, as another row does.`)
      if (!specified.has(id)) problems.push(`${at} shows ${id}, which docs/spec-rows.md does not have.`)
      if (notBuilt.has(id)) problems.push(`${at} shows ${id}, which is under "Not built yet" too.`)
      shown.add(id)
    }
    problems.push(...testProblems(row, sourceOf).map((problem) => `${at}: ${problem}`))
  }
  for (const [id, line] of notBuilt)
    if (specified.get(id) !== line) problems.push(`"Not built yet" has ${id} in other words than docs/spec-rows.md.`)
  for (const [id, line] of specified)
    if (!shown.has(id) && !notBuilt.has(id)) problems.push(`No row of docs/spec-map.md has ${line.slice(2)}`)
  return { problems, tableRows: table.length, specified: specified.size, shown: shown.size, notBuilt: notBuilt.size }
}
