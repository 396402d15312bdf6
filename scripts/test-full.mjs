// `npm run test:full`: the tests that `npm test` leaves out, because they need time or programs of the system.
// `npm run test:full -- --only <step> [<pattern> …]`: one step; of a Jest step, files with matching paths.
import { runSteps } from './lib/run-steps.mjs'
import { builds, restOfBrowser, restOfE2e, restOnPostgres, restOnSqlite, s3, s3E2e } from './lib/suite.mjs'

await runSteps('npm run test:full', {
  lanes: [
    [builds, restOfE2e, s3E2e, restOfBrowser, s3],
    [restOnPostgres, restOnSqlite],
  ],
})
