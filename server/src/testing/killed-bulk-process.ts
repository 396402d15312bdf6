/**
 * A process that is killed when a transaction is written completely but not committed: the first one of a large removal
 * that writes, or with a further argument that of a move into that folder, or with "copy" behind it the fourth one of a
 * copy.
 */
import { readConfig } from '../infrastructure/config/config.ts'
import { connect } from '../infrastructure/db/connect.ts'
import { type Transact, transactor } from '../infrastructure/db/transact.ts'
import { systemClock } from '../infrastructure/clock.ts'
import { loadItems } from '../access/target.store.ts'
import { copyEntries } from '../features/files/copy-entries.ts'
import { moveEntries, removeEntries } from '../features/files/file-service.ts'
import { spaceOf } from '../features/entries/space.store.ts'
import { ids } from '../infrastructure/ids.ts'
import { createLog } from '../infrastructure/log.ts'
import { createSettings } from '../infrastructure/settings/settings.ts'

const [, , spaceId, entryId, toId, change = 'move'] = process.argv as [string, string, string, string, ...string[]]
let transactions = 0
const killedAt = change === 'copy' ? 4 : toId === undefined ? 2 : 1
const config = readConfig()
const { db, engine } = connect(config, createLog('silent'))
const transact: Transact = (work) =>
  transactor(db, { isBulk: true })(async (trx) => {
    const result = await work(trx)
    if (++transactions === killedAt) process.kill(process.pid, 'SIGKILL')
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
  if (change === 'move') await moveEntries(deps, from, { space, toId, userId: null }, {})
  else {
    const disk = { admit: () => Promise.resolve() }
    await copyEntries({ ...deps, disk }, from, { space, toId, userId: space.owner_id }, {}, { perSlice: 40 })
  }
}
