// docs/spec-rows.md lists the requirements of docs/specification.md, docs/spec-map.md the tests that show them. Checks
// that the requirements are quoted word for word, and that each is in the map: with what differs, its decision and
// tests that exist and run, or under "Not built yet".
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.mjs'
import { checkSpecMap } from './lib/spec-map.mjs'

const textOf = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null)

const { problems, ...counts } = checkSpecMap({
  specification: textOf('docs/specification.md') ?? '',
  rows: textOf('docs/spec-rows.md') ?? '',
  map: textOf('docs/spec-map.md') ?? '',
  sourceOf: textOf,
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else {
  console.log(`${counts.tableRows} rows of docs/spec-map.md, each with tests that exist and run.`)
  console.log(
    `${counts.specified} rows of the specification: ${counts.letter} are shown to the letter, ` +
      `${counts.differing} with a difference that is decided, ${counts.toBuild} with one to be built, ` +
      `${counts.inPart} in part; ${counts.notBuilt} are not built yet.`,
  )
}
