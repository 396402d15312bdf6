import type { BlobStore } from './blob-store.ts'
import { copyBlob } from './copy-blob.ts'

test('copies each buffer before the next one overwrites it', async () => {
  const source: Pick<BlobStore, 'read'> = {
    async *read() {
      const buffer = Buffer.alloc(3)
      for (const text of ['abc', 'def', 'ghi']) {
        buffer.write(text)
        yield buffer
      }
    },
  }
  let written = ''
  const target: Pick<BlobStore, 'removeUnfinished' | 'begin' | 'writeAt' | 'complete' | 'release'> = {
    removeUnfinished: () => Promise.resolve(),
    release: () => Promise.resolve(),
    begin: () => Promise.resolve(),
    complete: () => Promise.resolve(),
    async writeAt(_id, _offset, batches) {
      let before: readonly Uint8Array[] = []
      for await (const batch of batches) {
        written += Buffer.concat(before).toString()
        before = batch
      }
      written += Buffer.concat(before).toString()
      return written.length
    },
  }
  await copyBlob(source, target, 'a', 9)
  expect(written).toBe('abcdefghi')
})
