/** Runs the statements of one transaction at a time beside the main thread: see `sqlite-bulk.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { BulkReply, BulkRequest, BulkSettings } from './sqlite-bulk.ts'

const { path, synchronous, use } = workerData as BulkSettings
const db = new Sqlite(path, { timeout: 10, readonly: use === 'reads' })
db.pragma(`synchronous = ${synchronous}`)
db.pragma('foreign_keys = ON')
db.pragma('wal_autocheckpoint = 0')

function run({ sql, parameters }: BulkRequest): BulkReply {
  try {
    const statement = db.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters), isOpen: db.inTransaction }
    const { changes } = statement.run(parameters)
    return { rows: [], changes, isOpen: db.inTransaction }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return { error: { code, message }, isOpen: db.inTransaction }
  }
}

parentPort!.on('message', (request: BulkRequest | 'close') => {
  if (request !== 'close') return parentPort!.postMessage(run(request))
  db.close()
  parentPort!.close()
})
