import { createHash, type Hash } from 'node:crypto'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { bytesOf, fileServer } from '../../testing/file-server.ts'
import { testApp } from '../../testing/test-app.ts'

test('the bytes of large files are hashed on another thread', async () => {
  const bytes = Buffer.alloc(2_000_000, 7)
  const server = await fileServer({ '/large.bin': bytesOf(bytes) })
  const holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] } })
  const ann = await holdall.signUp()
  const update = jest.spyOn(Object.getPrototypeOf(createHash('sha256')) as Hash, 'update')
  await ann.post('/api/upload/remote', { urls: [`${server.origin}/large.bin`, `${server.origin}/large.bin`] })
  await holdall.services.jobs.runDue()
  const hashedHere = update.mock.calls.reduce((sum, [data]) => sum + Buffer.byteLength(data as string | Buffer), 0)
  update.mockRestore()
  const { body } = await ann.get('/api/upload/remote')
  expect(body.data[0].attributes.progress).toEqual({ total: 2, processed: 2, failed: 0 })
  const rows = await holdall.services.db.selectFrom('blobs').select('sha256').execute()
  expect(new Set(rows.map(({ sha256 }) => sha256))).toEqual(new Set([createHash('sha256').update(bytes).digest('hex')]))
  expect(hashedHere).toBeLessThan(10_000)
  await holdall.close()
  await server.close()
})
