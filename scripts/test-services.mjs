// `npm run test:services`: the tests that `npm test` leaves out, because they need time or programs of the system.
// `npm run test:services -- --only <step> [<pattern> …]`: one step; of a Jest step, files with matching paths.
import { runSteps } from './lib/run-steps.mjs'
import { builds, restOfE2e, restOnPostgres, s3, s3E2e } from './lib/suite.mjs'

await runSteps('npm run test:services', { lanes: [[builds]], rest: [restOnPostgres, restOfE2e, s3, s3E2e] })
