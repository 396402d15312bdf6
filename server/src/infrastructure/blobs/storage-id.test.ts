import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeS3 } from '../../testing/fake-s3.ts'
import { bytesOfBlob } from '../../testing/blob-bytes.ts'
import { parseOutgoingAllow } from '../outgoing/outgoing-allow.ts'
import { localBlobs } from './local-blob-store.ts'
import { s3Blobs } from './s3-blob-store.ts'
import { STORAGE_ID_KEY } from './storage-id.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'holdall-test-'))))
afterEach(() => rmSync(dir, { recursive: true }))

test('a folder has the id that was written, none before, and no blob of its name', async () => {
  const blobs = localBlobs(dir)
  expect(await blobs.identity()).toBeNull()
  const id = randomUUID()
  await blobs.setIdentity(id)
  expect(await blobs.identity()).toBe(id)
  for await (const blob of blobs.list()) throw new Error(`${blob.id} is listed`)
  await expect(bytesOfBlob(blobs, 'storage.id', { start: 0, end: 1 })).rejects.toThrow('not a blob key')
  writeFileSync(join(dir, STORAGE_ID_KEY), 'no id')
  await expect(blobs.identity()).rejects.toThrow(`${STORAGE_ID_KEY} of the storage is damaged`)
  blobs.close()
})

test('a bucket has the id that was written, and no other object is taken for one', async () => {
  const server = await fakeS3(() => null)
  const blobs = s3Blobs({
    settings: {
      endpoint: server.origin,
      region: 'a',
      bucket: 'files',
      accessKeyId: 'k',
      secretAccessKey: 's',
      isPathStyle: true,
      prefix: '',
      downloadUrl: null,
    },
    allow: parseOutgoingAllow(server.authority) ?? [],
    temporaryFolder: dir,
  })
  const id = randomUUID()
  await blobs.setIdentity(id)
  expect(server.requests.at(-1)).toMatchObject({
    method: 'PUT',
    url: expect.stringMatching(/^\/files\/blobs\/storage\.id/),
  })
  expect(await blobs.identity()).toBe(id)
  await blobs.setIdentity('no id')
  await expect(blobs.identity()).rejects.toThrow(`${STORAGE_ID_KEY} of the storage is damaged`)
  blobs.close()
  await server.close()
})
