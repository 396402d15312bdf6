import { ApiError } from '@holdall/api-client'
import { createPartSize, isRefusedByProxy, MIN_PART_BYTES } from './part-size.ts'

const KiB = 1024

test('a refused part is halved, down to 64 KiB', () => {
  const size = createPartSize(400 * KiB)
  const tried: number[] = []
  for (;;) {
    tried.push(size.bytes / KiB)
    if (!size.refused(size.bytes)) break
  }
  expect(tried).toEqual([400, 200, 100, 64])
})

test('a small last part that is refused makes the next ones half as large', () => {
  const size = createPartSize(8192 * KiB)
  expect(size.refused(300 * KiB)).toBe(true)
  expect(size.bytes).toBe(150 * KiB)
})

test('parts get smaller where the connection is lost twice, and not where a part of that size was accepted', () => {
  const size = createPartSize(400 * KiB)
  size.broken(400 * KiB)
  expect(size.bytes).toBe(400 * KiB)
  size.broken(400 * KiB)
  expect(size.bytes).toBe(200 * KiB)
  size.broken(200 * KiB)
  size.accepted(200 * KiB)
  for (let lost = 0; lost < 5; lost++) size.broken(200 * KiB)
  expect(size.bytes).toBe(200 * KiB)
})

test('a lost connection does not make parts smaller than 64 KiB', () => {
  const size = createPartSize(MIN_PART_BYTES)
  for (let lost = 0; lost < 5; lost++) size.broken(MIN_PART_BYTES)
  expect(size.bytes).toBe(MIN_PART_BYTES)
})

test('a chunk size below 64 KiB stays', () => {
  const size = createPartSize(1000)
  expect([size.refused(1000), size.bytes]).toEqual([false, 1000])
})

test('an answer of a proxy has no error code', () => {
  expect(isRefusedByProxy(new ApiError('malformed', 413, { message: '' }))).toBe(true)
  expect(isRefusedByProxy(new ApiError('too-large', 413, { message: '' }))).toBe(false)
  expect(isRefusedByProxy(new ApiError('malformed', 400, { message: '' }))).toBe(false)
})
