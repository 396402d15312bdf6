import { createHash, randomBytes } from 'node:crypto'
import { admin, startHoldall } from '../src/server.ts'
import { expect, test } from '../src/holdall.ts'

const CHUNK = 16_000_000
const SIZE = 200_000_000

/** Each chunk is the same random block with its offset in the first bytes, so that no two chunks are equal. */
const seed = randomBytes(CHUNK)
const chunkAt = (offset: number) => {
  const chunk = Buffer.from(seed.subarray(0, Math.min(CHUNK, SIZE - offset)))
  chunk.writeUInt32BE(offset, 0)
  return chunk
}

test(
  'by HTTP alone: sign in, upload 200 MB by the form of the specification, list, download, same bytes',
  { tag: '@full' },
  async ({ playwright }) => {
    const holdall = await startHoldall()
    const http = await playwright.request.newContext({ baseURL: holdall.url })
    try {
      expect((await http.post('/login', { data: { email: admin.email, password: admin.password } })).status()).toBe(200)

      const whole = createHash('sha256')
      let answer = null
      for (let offset = 0; offset < SIZE; offset += CHUNK) {
        const buffer = chunkAt(offset)
        whole.update(buffer)
        const last = offset + CHUNK >= SIZE
        const multipart = {
          name: 'big.bin',
          extension: 'bin',
          is_last_chunk: last ? '1' : '0',
          chunk: { name: 'big.bin', mimeType: 'application/octet-stream', buffer },
        }
        answer = await http.post('/api/upload/chunks', { multipart })
        expect(answer.status(), await answer.text()).toBe(last ? 201 : 200)
      }
      const sha256 = whole.digest('hex')

      const listing = (await (await http.get('/api/browse/folders/all')).json()) as {
        data: { attributes: { name: string; filesize: number; file_url: string } }[]
      }
      expect(listing.data.map(({ attributes }) => [attributes.name, attributes.filesize])).toEqual([['big.bin', SIZE]])

      const address = listing.data[0]?.attributes.file_url ?? ''
      const bytes = await (await http.get(address)).body()
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    } finally {
      await http.dispose()
      await holdall.stop()
    }
  },
)
