// `npm test`: runs the checks and tests that need only Node and npm, and not much time. `npm run test:full` has the others.
// `npm test -- --only <step> [<pattern> …]`: runs one step and what it needs; of a Jest step, files with matching paths.
// `npm test -- --changed [<commit>]`: the checks and the tests that the changes since then can reach; the default is the
// upstream branch.
import { changedSteps } from './lib/changed-steps.mjs'
import { runSteps } from './lib/run-steps.mjs'
import { browser, builds, checks, e2e, newSection, postgres, size, sqlite } from './lib/suite.mjs'

await runSteps('npm test', {
  // For two cores: while the steps of one lane wait, for timers and other processes, the other's work.
  lanes: [
    [builds, size, newSection, e2e, postgres],
    [...checks, sqlite, browser],
  ],
  changedSteps,
})
