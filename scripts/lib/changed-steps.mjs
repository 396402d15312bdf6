// `npm test -- --changed`: the checks, and the tests that a change can reach.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unbuiltApps } from './build.mjs'
import { changedFiles } from './changed-files.mjs'
import { journeysOf } from './journeys-by-path.mjs'
import { root } from './paths.mjs'
import { ImportGraph, relatedTests } from './related-tests.mjs'
import { browser, builds, checks, e2e, postgres, sqlite } from './suite.mjs'
import { workspaceFolders } from './workspaces.mjs'

/** Changes of these files are tested on PostgreSQL too. */
const ABOUT_THE_DATABASE = /^server\/src\/(.*store\.ts$|infrastructure\/(db|jobs)\/|testing\/(engine|postgres|reused))/

/** The steps for what has changed since `base`, in the form of `runSteps`. */
export function changedSteps(base) {
  const changed = changedFiles({ base })
  const graph = new ImportGraph(root, [...workspaceFolders(), 'scripts'])
  const tests = relatedTests(graph, changed)
  const ofServer = tests.filter((file) => file.startsWith('server/'))
  const onPostgres = relatedTests(
    graph,
    changed.filter((file) => ABOUT_THE_DATABASE.test(file)),
  ).filter((file) => file.startsWith('server/'))
  const journeys = journeysOf(changed)
  const isBuilt = journeys.length > 0 || (ofServer.length > 0 && unbuiltApps().length > 0)
  const selected = [
    [browser, tests.filter((file) => !file.startsWith('server/') && !file.startsWith('e2e/'))],
    [sqlite, ofServer],
    [postgres, onPostgres],
    [e2e, journeys],
  ].filter(([, files]) => files.length > 0)
  const counts = selected.map(([{ name }, files]) => `${files.length} of ${name}`).join(', ')
  process.stdout.write(`${changed.length} files have changed; their tests: ${counts || 'none'}.\n`)
  return {
    lanes: [isBuilt ? [builds] : [], checks.map((check) => ofFiles(check, changed)).filter((check) => check !== null)],
    rest: selected.map(([step, files]) => step.withFiles(files)),
  }
}

/** A check of single files, for those that have changed; null where there are none. Any other check as it is. */
function ofFiles(check, changed) {
  if (!check.ofFiles) return check
  const files = changed.filter((file) => check.ofFiles.test(file) && existsSync(join(root, file)))
  return files.length > 0 ? { ...check, command: [...check.command.filter((part) => part !== '.'), ...files] } : null
}
