/** A process that is killed when everything of a large removal is written and nothing is committed. */
import { readConfig } from '../config/config.ts'
import { connect } from '../db/connect.ts'
import { type Transact, transactor } from '../db/transact.ts'
import { systemClock } from '../clock.ts'
import { removeEntries } from '../files/service.ts'
import { spaceOf } from '../files/space.ts'
import { createIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { createSettings } from '../settings/settings.ts'

const [, , spaceId, entryId] = process.argv as [string, string, string, string]
const config = readConfig()
const { db, engine } = connect(config, createLog('silent'))
const transact: Transact = (work) =>
  transactor(db, { isBulk: true })(async (trx) => {
    const result = await work(trx)
    process.kill(process.pid, 'SIGKILL')
    return result
  })
const clock = systemClock
const settings = createSettings(db, clock, config.settings)
const deps = { db, engine, transact, transactBulk: transact, clock, ids: createIds(clock), settings }
await removeEntries(deps, await spaceOf(db, spaceId), { ids: [entryId] }, () => false)
