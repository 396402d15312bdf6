import { ApiError } from '@holdall/api-client'
import { makeEntry } from '@holdall/testing'
import { act, renderHook } from '@testing-library/react'
import { ReadFailure } from '../reading/read-failure.ts'
import { serveBytes } from '../testing/fake-bytes.ts'
import { useFailure } from './use-failure.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

async function fail(reason: ReadFailure['reason'], refresh: Parameters<typeof useFailure>[1]) {
  const entry = makeEntry({ name: 'a.txt', file_url: '/a' })
  const { result } = renderHook(() => useFailure(entry, refresh))
  await act(async () => {
    result.current.onFailure(new ReadFailure(reason))
  })
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
  return { result, pass }
}

test.each([
  ['not-found', 404],
  ['share-expired', 410],
  ['share-revoked', 410],
  ['share-locked', 403],
] as const)('where the list is refused (%s) the file is gone, and nothing is requested again', async (code, status) => {
  const requests = serveBytes({ '/a': 404 })
  const refresh = jest.fn(() => Promise.reject(new ApiError(code, status, { message: code })))
  const { result, pass } = await fail('refused', refresh)
  expect(result.current.failure).toBe('refused')
  await pass(60_000)
  expect(requests).toEqual([])
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('a file that may not be read now is not gone, and nothing is requested again', async () => {
  const requests = serveBytes({ '/a': 403 })
  const refresh = jest.fn(() => Promise.resolve(makeEntry({ name: 'a.txt', file_url: '/a' })))
  const { result, pass } = await fail('forbidden', refresh)
  expect(result.current.failure).toBe('forbidden')
  await pass(60_000)
  expect(requests).toEqual([])
})

test('without an answer the file is requested until there is one', async () => {
  const files: Record<string, number | string> = { '/a': 503 }
  const requests = serveBytes(files)
  const { result, pass } = await fail('network', () => Promise.resolve(null))
  expect(result.current.failure).toBe('network')
  await pass(8000)
  expect(requests).toEqual(['HEAD /a', 'HEAD /a'])
  files['/a'] = 'text'
  await pass(4000)
  expect([result.current.failure, result.current.attempt]).toEqual([null, 1])
  await pass(60_000)
  expect(requests).toHaveLength(3)
})

test('a list that does not answer is requested again like the file', async () => {
  serveBytes({ '/a': 404 })
  const refresh = jest.fn(() => Promise.reject(new ApiError('network', 0, { message: 'no answer' })))
  const { result } = await fail('refused', refresh)
  expect(result.current.failure).toBe('network')
})

test('after Retry the list is asked for another address again', async () => {
  let address: string | null = null
  const { result } = await fail('refused', () =>
    Promise.resolve(address === null ? null : makeEntry({ name: 'a.txt', file_url: address })),
  )
  expect(result.current.failure).toBe('refused')
  address = '/b'
  await act(async () => {
    result.current.retry()
  })
  expect(result.current.failure).toBeNull()
  await act(async () => {
    result.current.onFailure(new ReadFailure('refused'))
  })
  expect([result.current.failure, result.current.url]).toEqual([null, '/b'])
})
