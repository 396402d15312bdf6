import { createApp } from '../../app.ts'
import { readConfig } from '../../infrastructure/config/config.ts'
import { createLog } from '../../infrastructure/log.ts'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { expectCountersToMatchRows } from '../../testing/file-requests.ts'
import { killedProcess } from '../../testing/killed-process.ts'
import { seededId, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { runDataExport } from '../data-exports/data-export-service.ts'
import { homeOf } from '../../access/target.store.ts'
import { createUser } from '../users/create-user.store.ts'
import { putDeletion } from './account-deletion.store.ts'
import { deleteAccountsJobs } from './delete-accounts.ts'

const FILES = 1500
const person = { name: 'Ann', email: 'ann@example.com', passwordHash: '', role: 'user', verified: true } as const
const { signal } = new AbortController()

let place: Place
let environment: Record<string, string>
beforeEach(async () => {
  place = await freshPlace()
  const { dataDir, databaseUrl } = place
  environment = { HOLDALL_DATA_DIR: dataDir, ...(databaseUrl && { HOLDALL_DATABASE_URL: databaseUrl }) }
})
afterEach(() => place.remove())

const start = () => createApp(readConfig(environment), { log: createLog('silent') })
const killed = (...args: string[]) => killedProcess('killed-account-process.ts', args, environment)

test('a deletion whose process is killed in the middle is finished by the next one', async () => {
  const before = await start()
  const userId = await before.services.transact((trx) => createUser(before.services, trx, person))
  const { root_id: parentId } = await homeOf(before.services.db, userId)
  const files = Array.from({ length: FILES }, (_, n): SeededEntry => {
    return { id: seededId(900_000 + n), parentId, kind: 'file', name: `file ${n}`, size: 1 }
  })
  await seedEntries(before, userId, files)
  const times = { choices: [], deletesAt: Date.now() - 1000, nowMs: Date.now() - 2000 }
  await before.services.transact((trx) => putDeletion(trx, { id: userId, email: person.email }, times))
  await before.close()

  // The account is marked, and the first part of its files is gone.
  await killed('deletion', userId, '2')

  const { services, close } = await start()
  const { db, log } = services
  const filesLeft = () => db.selectFrom('entries').select('id').where('kind', '=', 'file').execute()
  expect(await filesLeft()).toHaveLength(FILES - 1000)
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  expect(email).not.toBe(person.email)
  await deleteAccountsJobs(services)[0]!.run({}, { signal, attempt: 2, log, progress: () => Promise.resolve() })
  expect(await filesLeft()).toEqual([])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await db.selectFrom('spaces').select('id').execute()).toEqual([])
  await expectCountersToMatchRows(db)
  await close()
})

test('a copy whose process is killed before it is committed is made again, and the first zip is collected', async () => {
  const before = await start()
  const userId = await before.services.transact((trx) => createUser(before.services, trx, person))
  await before.close()

  await killed('export', userId)

  const { services, close } = await start()
  const { db } = services
  const row = () => db.selectFrom('data_exports').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
  const lost = await row()
  expect(lost).toMatchObject({ status: 'working', attempts: 1, blob_id: expect.any(String) })
  await runDataExport(services, lost.id, signal)
  const { status, attempts, blob_id: blobId } = await row()
  expect({ status, attempts }).toEqual({ status: 'ready', attempts: 2 })
  expect(blobId).not.toBe(lost.blob_id)
  const garbage = await db.selectFrom('garbage').select('blob_id').execute()
  expect(garbage).toEqual([{ blob_id: lost.blob_id }])
  await close()
})
