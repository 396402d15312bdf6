import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { allJobs } from './background-jobs.ts'
import { day, hour } from './infrastructure/clock.ts'
import { readConfig } from './infrastructure/config/config.ts'
import { connect } from './infrastructure/db/connect.ts'
import { withLock } from './features/entries/keyed-lock.ts'
import { folder, uploadId } from './testing/file-requests.ts'
import { mainThreadStatements } from './testing/counted-statements.ts'
import { createLog } from './infrastructure/log.ts'
import { freshPlace } from './testing/engine.ts'
import { seedGrants } from './testing/seed-grants.ts'
import { testApp } from './testing/test-app.ts'
import { expireUploads } from './features/uploads/upload-jobs.ts'

const garbage = { blob_id: '00000000-0000-4000-8000-000000000000', collect_at: 0 }

test('the server starts without waiting for background work, and does it afterwards', async () => {
  const place = await freshPlace()
  const { dataDir, databaseUrl } = place
  const config = readConfig({
    HOLDALL_DATA_DIR: dataDir,
    ...(databaseUrl && { HOLDALL_DATABASE_URL: databaseUrl }),
  })
  const log = createLog('silent')
  const before = connect(config, log)
  await before.migrate(0)
  await before.db.insertInto('garbage').values(garbage).execute()
  await before.db.destroy()

  const { app, services, close } = await createApp(config, { log })
  const left = () => services.db.selectFrom('garbage').select('blob_id').execute()
  await app.ready()
  expect(await left()).toHaveLength(1)
  services.jobs.start()
  while ((await left()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await close()
  await place.remove()
})

test('a slow upload does not block background work', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  const { db, jobs } = holdall.services
  const left = async () => (await db.selectFrom('uploads').select('name').execute()).map(({ name }) => name)
  await ann.raw('/api/upload/chunks', { name: 'idle', upload_id: uploadId(), offset: 0, size: 20 }, Buffer.alloc(10, 1))
  await holdall.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = holdall.app.server.address() as AddressInfo
  const slow = request({
    port,
    method: 'POST',
    path: `/api/upload/chunks?name=slow&upload_id=${uploadId()}&offset=0&size=1000`,
    headers: {
      cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/octet-stream',
      'content-length': 1000,
    },
  })
  slow.on('error', () => undefined)
  slow.write('one byte at a time')
  while (!(await left()).includes('slow')) await new Promise((resolve) => setTimeout(resolve, 5))

  holdall.clock.advance(day + 1)
  await db.insertInto('garbage').values(garbage).execute()
  await jobs.runDue()
  expect(await left()).toEqual(['slow'])
  expect(await db.selectFrom('garbage').select('blob_id').where('collect_at', '=', 0).execute()).toEqual([])
  slow.destroy()
  await holdall.close()
})

test('an upload that is continued while expired ones are being ended is kept', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  const { db } = holdall.services
  for (const id of ['upload-a', 'upload-b']) {
    await ann.raw('/api/upload/chunks', { name: id, upload_id: id, offset: 0, size: 20 }, Buffer.alloc(10, 1))
  }
  holdall.clock.advance(day + 1)
  let expiring = Promise.resolve(0)
  await withLock(ann.userId, async () => {
    // The first one is ended as soon as the lock of its owner is free.
    expiring = expireUploads(holdall.services)
    const prolonged = { expires_at: holdall.clock.now() + day }
    await db.updateTable('uploads').set(prolonged).where('upload_id', '=', 'upload-b').execute()
  })
  expect(await expiring).toBe(1)
  expect(await db.selectFrom('uploads').select('upload_id').execute()).toEqual([{ upload_id: 'upload-b' }])
  await holdall.close()
})

test('what has expired is deleted: sessions, failed attempts, grants of links and links that ended a year ago', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  const { db, jobs } = holdall.services
  await holdall.visitor().post('/login', { email: ann.email, password: 'wrong' })
  const { body } = await ann.post('/api/create-folder', { name: 'shared' })
  await ann.post('/api/share', { type: 'folder', id: body.data.id })
  const share = await db.selectFrom('shares').select('id').executeTakeFirstOrThrow()
  const visit = (id: string, expires_at: number) => ({
    id,
    share_id: share.id,
    grant_version: 1,
    created_at: 0,
    expires_at,
  })
  await db
    .insertInto('share_grants')
    .values([visit('old', holdall.clock.now()), visit('new', holdall.clock.now() + 400 * day)])
    .execute()
  const { token } = (
    await ann.post('/api/share', {
      type: 'folder',
      id: (await ann.post('/api/create-folder', { name: 'ended' })).body.data.id,
    })
  ).body.data.attributes
  await ann.delete('/api/share/revoke', { tokens: [token] })
  await jobs.runDue()
  const counts = async () => ({
    ended: (await db.selectFrom('ended_shares').select('token').execute()).length,
    sessions: (await db.selectFrom('sessions').select('id').execute()).length,
    throttles: (await db.selectFrom('throttles').select('bucket').execute()).length,
    grants: (await db.selectFrom('share_grants').select('id').execute()).map(({ id }) => id),
  })
  expect(await counts()).toMatchObject({ ended: 1, sessions: 1, grants: ['new'] })
  expect((await counts()).throttles).toBeGreaterThan(0)
  holdall.clock.advance(31 * day)
  await jobs.runDue()
  expect(await counts()).toEqual({ ended: 1, sessions: 0, throttles: 0, grants: ['new'] })
  holdall.clock.advance(335 * day)
  await jobs.runDue()
  expect((await counts()).ended).toBe(0)
  await holdall.close()
})

test('what has expired is deleted off the main thread on SQLite, however much it is', async () => {
  const holdall = await testApp()
  const { db, clock, engine, jobs } = holdall.services
  const ann = await holdall.signUp()
  const shared = await folder(ann, 'shared')
  await ann.post('/api/share', { id: shared })
  const now = clock.now()
  const id = 'expired'
  await seedGrants(holdall, shared, 1)
  await db.insertInto('ended_shares').values({ token: id, reason: 'revoked', ended_at: now }).execute()
  await db
    .insertInto('throttles')
    .values({ bucket: 'sign-in', subject: id, failures: 1, blocked_until: now, updated_at: now })
    .execute()
  const statements = await mainThreadStatements(async () => {
    // The first run makes the schedules.
    await jobs.runDue()
    holdall.clock.advance(366 * day)
    await jobs.runDue()
  })
  for (const table of ['sessions', 'share_grants', 'ended_shares', 'throttles'] as const) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    const deletions = statements.filter((text) => text.startsWith(`delete from "${table}"`))
    // Those of the user of the demo end in another way.
    expect(deletions.filter((text) => !text.includes('"user_id" = ?'))).toEqual([])
  }
  expect(statements.some((text) => text.includes('"jobs"'))).toBe(engine === 'sqlite')
  await holdall.close()
})

test('every mail is sent again until a mail server has been gone for hours', async () => {
  const holdall = await testApp()
  const mails = allJobs(holdall.services).filter(({ definition: { name } }) =>
    /^send-.*(?:mail|link|notice|digest)$/.test(name),
  )
  const lasting = mails.map(({ definition: { name, retries, backoffMs, maxBackoffMs } }) => {
    const delays = Array.from({ length: retries }, (_, n) => Math.min(backoffMs * 2 ** n, maxBackoffMs))
    return [name, delays.reduce((sum, delay) => sum + delay, 0)] as const
  })
  expect(lasting.map(([name]) => name)).toEqual(
    expect.arrayContaining(['send-account-mail', 'send-contact-mail', 'send-email-change-link', 'send-sign-in-mail']),
  )
  expect(lasting.filter(([, ms]) => ms < 5 * hour)).toEqual([])
  await holdall.close()
})
