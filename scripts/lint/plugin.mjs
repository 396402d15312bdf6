// Rules of this project for oxlint, listed in .oxlintrc.json.
import { noTimingInTests } from './no-timing-in-tests.mjs'

export default { meta: { name: 'holdall' }, rules: { 'no-timing-in-tests': noTimingInTests } }
