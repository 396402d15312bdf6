import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { bytesOf, type FileServer, fileServer } from '../../testing/file-server.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'

import.meta.jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

let server: FileServer
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  server = await fileServer({ '/large.bin': bytesOf(Buffer.alloc(20_000_000, 7)) })
  holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] } })
})
afterAll(async () => {
  await holdall.close()
  await server.close()
})
beforeEach(async () => void (ann = await holdall.signUp()))

test('files are stored without blocking other requests', async () => {
  await ann.post('/api/upload/remote', { urls: Array.from({ length: 6 }, () => `${server.origin}/large.bin`) })
  await unblocked('a remote upload of 120 MB', async () => {
    await holdall.services.jobs.runDue()
    return ann.get('/api/upload/remote')
  })
  const { body } = await ann.get('/api/upload/remote')
  expect(body.data[0].attributes.progress).toEqual({ total: 6, processed: 6, failed: 0 })
}, 60_000)
