/**
 * A process that is killed when a large removal, or with a further argument a move into that folder, is written completely
 * but not committed.
 */
import { readConfig } from '../infrastructure/config/config.ts'
import { connect } from '../infrastructure/db/connect.ts'
import { type Transact, transactor } from '../infrastructure/db/transact.ts'
import { systemClock } from '../infrastructure/clock.ts'
import { loadItems } from '../access/target.store.ts'
import { moveEntries, removeEntries } from '../features/files/file-service.ts'
import { spaceOf } from '../features/entries/space.store.ts'
import { ids } from '../infrastructure/ids.ts'
import { createLog } from '../infrastructure/log.ts'
import { createSettings } from '../infrastructure/settings/settings.ts'

const [, , spaceId, entryId, toId] = process.argv as [string, string, string, string, string | undefined]
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
const deps = { db, engine, transact, transactBulk: transact, clock, ids, settings }
const from = [{ space: await spaceOf(db, spaceId), which: { ids: [entryId] } }]
if (toId === undefined) await removeEntries(deps, from, { forced: () => false, userId: null })
else {
  const [target] = await loadItems(db, [toId])
  const space = await spaceOf(db, target!.space_id)
  await moveEntries(deps, from, { space, toId, userId: null }, {})
}
