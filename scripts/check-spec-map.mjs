// docs/spec-rows.md lists the requirements of the specification, docs/spec-map.md the tests that show them. Checks that
// each requirement is in the map, with tests that exist and run or under "Not built yet".
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.mjs'
import { checkSpecMap } from './lib/spec-map.mjs'

const textOf = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null)

const { problems, tableRows, specified, shown, notBuilt } = checkSpecMap({
  rows: textOf('docs/spec-rows.md') ?? '',
  map: textOf('docs/spec-map.md') ?? '',
  sourceOf: textOf,
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else {
  console.log(`${tableRows} rows of docs/spec-map.md, each with tests that exist and run.`)
  console.log(`${shown} of ${specified} rows of the specification are shown, ${notBuilt} are not built yet.`)
}
