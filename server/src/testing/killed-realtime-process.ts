/** A process that is killed between a commit and the notification of the other processes. */
import { connect } from '../infrastructure/db/connect.ts'
import { recordUser } from '../infrastructure/db/recorded-changes.ts'
import { onCommit, transactor } from '../infrastructure/db/transact.ts'
import { createLog } from '../infrastructure/log.ts'
import { createPostgresFanOut } from '../infrastructure/realtime/postgres-fan-out.store.ts'

const [, , databaseUrl = '', userId = ''] = process.argv
const log = createLog('silent')
const { db } = connect({ dataDir: '', databaseUrl }, log)
const fanOut = createPostgresFanOut({ db, databaseUrl, log })
await fanOut.start(() => undefined)
const transact = transactor(db, {
  onChanges: (changes) => {
    for (const id of changes.keys()) fanOut.send({ kind: 'event', userIds: [id], event: 'user.changed', data: {} })
  },
})
process.once('message', () => {
  void transact(async (trx) => {
    await trx.updateTable('users').set({ name: 'After' }).where('id', '=', userId).execute()
    recordUser(trx, userId)
    onCommit(trx, () => process.kill(process.pid, 'SIGKILL'))
  })
})
process.send?.('listening')
