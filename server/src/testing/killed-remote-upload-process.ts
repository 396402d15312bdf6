/** A process that is killed while it stores the file at an address, of which it has received a part. */
import { createApp } from '../app.ts'
import { homeOf } from '../access/target.store.ts'
import { createUser } from '../features/users/create-user.store.ts'
import { readConfig } from '../infrastructure/config/config.ts'
import { createLog } from '../infrastructure/log.ts'
import { parseOutgoingAllow } from '../infrastructure/outgoing/outgoing-allow.ts'
import { until } from './until.ts'

const url = new URL(process.argv[2] ?? '')
const { services } = await createApp(readConfig(), {
  log: createLog('silent'),
  remoteUploads: { allow: parseOutgoingAllow(url.host) ?? [] },
})
const { db, jobs, remoteUploads, transact } = services
const person = { name: 'Ann', email: 'ann@example.com', passwordHash: '', role: 'user', verified: true } as const
const userId = await transact((trx) => createUser(services, trx, person))
const space = await homeOf(db, userId)
await remoteUploads.create({ userId, creatorId: userId, space, parentId: space.root_id, urls: [url.href] })
jobs.start()
await until(async () => {
  const uploads = await db.selectFrom('uploads').select('reserved').execute()
  return uploads.length > 0
})
process.kill(process.pid, 'SIGKILL')
