import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

let server: Worker
let authority: string
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  server = new Worker(join(import.meta.dirname, '../../testing/large-file-server.ts'))
  const [port] = (await once(server, 'message')) as [number]
  authority = `127.0.0.1:${port}`
  holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(authority) ?? [] } })
})
afterAll(async () => {
  await holdall.close()
  await server.terminate()
})
beforeEach(async () => void (ann = await holdall.signUp()))

test('files are stored without blocking other requests', async () => {
  await ann.post('/api/upload/remote', { urls: Array.from({ length: 6 }, () => `http://${authority}/large.bin`) })
  await unblocked('a remote upload of 120 MB', async () => {
    await holdall.services.jobs.runDue()
    return ann.get('/api/upload/remote')
  })
  const { body } = await ann.get('/api/upload/remote')
  expect(body.data[0].attributes.progress).toEqual({ total: 6, processed: 6, failed: 0 })
}, 60_000)
