// Every row of docs/spec-map.md names the tests that show it: `path/to/file.test.ts` › `test name`. They must exist and
// run: a test that is skipped shows nothing.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.mjs'

const map = 'docs/spec-map.md'
const reference = /`([^`]+\.(?:test|spec)\.tsx?)`\s*›\s*`([^`]+)`/g

/** Cells as they stand in the source: quotes inside a quoted name carry a backslash there. */
const plain = (text) => text.replaceAll('\\', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ')

/** The name stands there as one whole text, not within a longer one. */
function hasTest(source, name) {
  const text = plain(source)
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${plain(name)}${quote}`))
}

/** Calls that leave a test out, and those that leave out all others of their file. */
const leavesOut =
  /(?:\b(?:test|it|describe)\s*\.\s*(?:\w+\s*\.\s*)*(?:skip|fixme|todo|fail|failing|only)\b|\bx(?:it|test|describe)\b|\bf(?:it|describe)\b)\s*(?:\.each\b\s*)?\(/

/** The first call in the file that leaves tests out, with its line; null where all tests run. */
function skipIn(source) {
  const lines = source.split('\n')
  const index = lines.findIndex((line) => leavesOut.test(line))
  return index === -1 ? null : `line ${index + 1}: ${lines[index].trim()}`
}

function problemsOf(text) {
  const lines = text.split('\n')
  const isRow = (line) => line?.trimStart().startsWith('|') ?? false
  const isRule = (line) => /^\s*\|[\s:|-]+\|?\s*$/.test(line ?? '')
  const problems = []
  let rows = 0
  for (const [index, line] of lines.entries()) {
    if (!isRow(line) || isRule(line) || isRule(lines[index + 1])) continue
    rows += 1
    const found = [...line.matchAll(reference)]
    const at = `${map}:${index + 1}`
    if (found.length === 0) problems.push(`${at} names no test.`)
    for (const [, file, name] of found) {
      if (!existsSync(join(root, file))) {
        problems.push(`${at} names ${file}, which does not exist.`)
        continue
      }
      const source = readFileSync(join(root, file), 'utf8')
      if (!hasTest(source, name)) problems.push(`${at}: ${file} has no test "${name}".`)
      const skip = skipIn(source)
      if (skip) problems.push(`${at}: not all tests of ${file} run (${skip}).`)
    }
  }
  if (rows === 0) problems.push(`${map} has no rows.`)
  return { problems, rows }
}

const { problems, rows } = existsSync(join(root, map))
  ? problemsOf(readFileSync(join(root, map), 'utf8'))
  : { problems: [`${map} does not exist.`], rows: 0 }
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${rows} rows of ${map}, each with tests that exist.`)
