import { serveBytes } from '../testing/fake-bytes.ts'
import { probe, readHead, readRange } from './read-bytes.ts'

const { signal } = new AbortController()
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('reads the head of a file by a range', async () => {
  const requests = serveBytes({ '/a': '0123456789' })
  expect(text(await readHead('/a', 4, signal))).toBe('0123')
  expect(requests).toEqual(['GET /a bytes=0-3'])
})

test('reads a part from the middle, and less at the end', async () => {
  serveBytes({ '/a': '0123456789' })
  expect(text(await readRange('/a', 3, 4, signal))).toBe('3456')
  expect(text(await readRange('/a', 8, 4, signal))).toBe('89')
})

test('finds a part from the middle in an answer that ignores the range', async () => {
  let isRead = false
  const read = async () => {
    const done = isRead
    isRead = true
    return done ? { done } : { done, value: new TextEncoder().encode('0123456789') }
  }
  const body = { getReader: () => ({ read, cancel: async () => {} }) }
  Object.assign(globalThis, { fetch: async () => ({ ok: true, status: 200, body }) })
  expect(text(await readRange('/a', 3, 4, signal))).toBe('3456')
})

test('stops reading an answer that ignores the range', async () => {
  const chunk = new Uint8Array(1000).fill(65)
  let cancelled = false
  let reads = 0
  const reader = {
    read: async () => {
      reads += 1
      return { done: false, value: chunk }
    },
    cancel: async () => {
      cancelled = true
    },
  }
  Object.assign(globalThis, { fetch: async () => ({ ok: true, status: 200, body: { getReader: () => reader } }) })
  expect((await readHead('/endless', 2500, signal)).length).toBe(2500)
  expect([reads, cancelled]).toEqual([3, true])
})

test.each([
  [404, 'refused'],
  [403, 'forbidden'],
  [503, 'network'],
  [new TypeError('failed'), 'network'],
] as const)('the answer %p is the failure %s', async (answer, reason) => {
  serveBytes({ '/a': answer })
  await expect(readHead('/a', 4, signal)).rejects.toMatchObject({ reason })
  expect(await probe('/a', signal)).toMatchObject({ reason })
})

test('probing a valid address finds no failure, and reads nothing', async () => {
  const requests = serveBytes({ '/a': 'x' })
  expect(await probe('/a', signal)).toBeNull()
  expect(requests).toEqual(['HEAD /a'])
})
