import { sql } from 'kysely'
import { createApp } from '../../app.ts'
import { readConfig } from '../../infrastructure/config/config.ts'
import { createLog } from '../../infrastructure/log.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { freshPlace } from '../../testing/engine.ts'
import { expectCountersToMatchRows } from '../../testing/file-requests.ts'
import { fileServer } from '../../testing/file-server.ts'
import { killedProcess } from '../../testing/killed-process.ts'
import { until } from '../../testing/until.ts'

test('a process that is killed in the middle leaves no part of a file, and the next one saves it', async () => {
  const bytes = Buffer.alloc(3_000_000, 5)
  let isKilled = false
  const server = await fileServer({
    '/file.bin': (response) => {
      response.writeHead(200, { 'content-length': bytes.length })
      // The first process never gets the rest.
      if (isKilled) response.end(bytes)
      else response.write(bytes.subarray(0, 1_000_000))
    },
  })
  const { dataDir, databaseUrl, remove } = await freshPlace()
  const environment = { HOLDALL_DATA_DIR: dataDir, ...(databaseUrl && { HOLDALL_DATABASE_URL: databaseUrl }) }
  await killedProcess('killed-remote-upload-process.ts', [`${server.origin}/file.bin`], environment)
  isKilled = true

  const { services, close } = await createApp(readConfig(environment), {
    log: createLog('silent'),
    remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] },
  })
  const { db, engine, jobs } = services
  const files = () => db.selectFrom('entries').select(['name', 'size']).where('kind', '=', 'file').execute()
  expect(await files()).toEqual([])
  expect(await db.selectFrom('uploads').select('reserved').execute()).toEqual([{ reserved: bytes.length }])
  // Its process has sent no heartbeat for a minute.
  if (engine === 'postgres') {
    await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute'`.execute(db)
    // The jobs were looked through when the killed process started: they would not be again for 20 seconds.
    await sql`update pgboss.queue set monitor_claim_on = null, maintain_on = null`.execute(db)
  }
  jobs.start()
  await until(async () => {
    // Not after the delay of a failed run.
    if (engine === 'postgres') await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db)
    const upload = await db.selectFrom('remote_uploads').select('status').executeTakeFirst()
    return upload?.status === 'finished'
  })
  expect(await files()).toEqual([{ name: 'file.bin', size: bytes.length }])
  expect(await db.selectFrom('remote_files').select('status').execute()).toEqual([{ status: 'done' }])
  await until(async () => (await db.selectFrom('uploads').select('reserved').execute()).length === 0)
  await expectCountersToMatchRows(db)
  await close()
  await server.close()
  await remove()
})
