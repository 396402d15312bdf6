/**
 * A process that is killed in the middle of deleting an account, after a number of transactions (`deletion`), or when a copy
 * of its data is written and not committed (`export`).
 */
import { createApp } from '../app.ts'
import { runDataExport, startDataExport } from '../features/data-exports/data-export-service.ts'
import { deleteAccountsJobs } from '../features/account-deletion/delete-accounts.ts'
import { readConfig } from '../infrastructure/config/config.ts'
import type { Transact } from '../infrastructure/db/transact.ts'
import { createLog } from '../infrastructure/log.ts'

const [, , what, userId, transactions] = process.argv as [string, string, string, string, string]
const { services } = await createApp(readConfig(), { log: createLog('silent') })
const { signal } = new AbortController()
const killSelf = () => process.kill(process.pid, 'SIGKILL')
if (what === 'export') {
  const { id } = await startDataExport(services, userId)
  const blobs = { ...services.blobs, complete: () => Promise.resolve(void killSelf()) }
  await runDataExport({ ...services, blobs }, id, signal)
} else {
  let left = Number(transactions)
  const transactBulk: Transact = async (work) => {
    const result = await services.transactBulk(work)
    if (--left === 0) killSelf()
    return result
  }
  const context = { signal, attempt: 1, log: services.log, progress: () => Promise.resolve() }
  await deleteAccountsJobs({ ...services, transactBulk })[0]!.run({}, context)
}
