import { cellsOf, isTableRule, quotationProblems, withoutMarkdown } from './specification.mjs'

const reference = /`([^`]+\.(?:service-)?(?:test|spec)\.tsx?)`\s*›\s*`([^`]+)`/g
const listItem = /^- `(\d+\.\d+)` (.*\S)/
const toBuildHeading = 'Differs, to be built'
const notBuiltHeading = 'Not built yet'
const withoutRequirement = 'Statements without a requirement'

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

/** The text below the heading of the second level, up to the next one. */
function below(text, heading) {
  const [, rest = ''] = `\n${text}`.split(`\n## ${heading}\n`)
  return rest.split(/^## /m)[0]
}

/** Rows of all tables without the headers: line number, heading, cells, and tests of the row. */
function tableRows(text) {
  const lines = text.split('\n')
  const isRow = (line) => line?.startsWith('|') ?? false
  let heading = ''
  return lines.flatMap((line, index) => {
    heading = /^## (.*)/.exec(line)?.[1] ?? heading
    if (!isRow(line) || isTableRule(line) || isTableRule(lines[index + 1])) return []
    const tests = [...line.matchAll(reference)].map(([, file, name]) => ({ file, name }))
    return [{ at: `docs/spec-map.md:${index + 1}`, heading, cells: cellsOf(line).map((cell) => cell.trim()), tests }]
  })
}

/** Id -> text of a list. Adds an id that is listed twice to `problems`. */
function listed(text, file, problems) {
  const found = new Map()
  for (const line of text.split('\n')) {
    const [, id, quotation] = listItem.exec(line) ?? []
    if (id === undefined) continue
    if (found.has(id)) problems.push(`${file} lists ${id} twice.`)
    found.set(id, withoutMarkdown(quotation))
  }
  return found
}

function testProblems(tests, sourceOf) {
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

/** How a row is built: to the letter, in part, or in another way, which is decided or to be changed. */
function statusOf({ heading, cells: [, , differs] }) {
  if (heading === toBuildHeading) return 'toBuild'
  if (differs === '') return 'letter'
  return differs.startsWith('in part: ') ? 'inPart' : 'differing'
}

/** What is wrong with the cell that says how the product differs. */
function differenceProblems(row, sourceOf) {
  const [, , differs = ''] = row.cells
  const status = statusOf(row)
  if (status === 'letter' || status === 'inPart') return []
  if (!differs.startsWith('differs: '))
    return ['has a difference that begins neither with "differs: " nor "in part: ".']
  const links = [...differs.matchAll(/\[(\d+)\]\((decisions\/0*(\d+)-[^)]+\.md)\)/g)]
  return [
    ...(status === 'differing' && !/, decisions? \[/.test(differs) ? ['has a difference without a decision.'] : []),
    ...links.flatMap(([, label, path, number]) =>
      label === number && sourceOf(`docs/${path}`) !== null ? [] : [`names decision ${label}, which does not exist.`],
    ),
  ]
}

/** What is wrong with a row of a table that lists rows of the specification. */
function rowProblems(row, specified, sourceOf) {
  const [idCell = '', text = ''] = row.cells
  if (row.cells.length !== 4) return [`has ${row.cells.length} cells instead of id, SPEC, differs and shown by.`]
  const [, id] = /^`(\d+\.\d+)`$/.exec(idCell) ?? []
  if (id === undefined) return ['has to begin with one id.']
  if (!specified.has(id)) return [`shows ${id}, which docs/spec-rows.md does not have.`]
  return [
    ...(specified.get(id) === withoutMarkdown(text) ? [] : [`has ${id} in other words than docs/spec-rows.md.`]),
    ...differenceProblems(row, sourceOf),
  ]
}

const isOfSpecification = ({ heading }) => /^\d+\. /.test(heading) || heading === toBuildHeading

/**
 * Compares the specification, the list of its requirements and the map of tests. `rows` quotes the whole
 * specification word for word. Each id of `rows` has to be in the first cell of one table row of `map`, with the same
 * text, what differs, and tests that exist and run; or under the heading "Not built yet". A difference names a
 * decision, or is under the heading "Differs, to be built". `sourceOf` returns the text of a file, null where it does
 * not exist.
 */
export function checkSpecMap({ specification, rows, map, sourceOf }) {
  const problems = []
  const specified = listed(rows, 'docs/spec-rows.md', problems)
  const notBuilt = listed(below(map, notBuiltHeading), `"${notBuiltHeading}"`, problems)
  const table = tableRows(map)
  if (specified.size === 0) problems.push('docs/spec-rows.md has no rows.')
  if (table.length === 0) problems.push('docs/spec-map.md has no rows.')
  const others = below(rows, withoutRequirement).match(/^- .*/gm) ?? []
  problems.push(...quotationProblems({ specification, rows: [...specified], others }))

  const counts = { letter: 0, differing: 0, toBuild: 0, inPart: 0 }
  const shown = new Set()
  for (const row of table) {
    const found = testProblems(row.tests, sourceOf)
    if (row.tests.length === 0 && row.heading !== toBuildHeading) found.push('names no test.')
    if (isOfSpecification(row)) {
      found.push(...rowProblems(row, specified, sourceOf))
      counts[statusOf(row)]++
    }
    for (const [, id] of row.cells[0].matchAll(/`(\d+\.\d+)`/g)) {
      if (!isOfSpecification(row)) found.push(`shows ${id} outside of the sections of the specification.`)
      if (shown.has(id)) found.push(`shows ${id}, as another row does.`)
      if (notBuilt.has(id)) found.push(`shows ${id}, which is under "${notBuiltHeading}" too.`)
      shown.add(id)
    }
    problems.push(...found.map((problem) => `${row.at}: ${problem}`))
  }
  for (const [id, text] of notBuilt)
    if (specified.get(id) !== text)
      problems.push(`"${notBuiltHeading}" has ${id} in other words than docs/spec-rows.md.`)
  for (const [id, text] of specified)
    if (!shown.has(id) && !notBuilt.has(id)) problems.push(`docs/spec-map.md has no row ${id}: ${text}`)
  return { problems, tableRows: table.length, specified: specified.size, ...counts, notBuilt: notBuilt.size }
}
