import { ApiError } from '@holdall/api-client'
import { ServerGone } from '../error-messages/lost-connection.ts'
import { waitForServer } from './wait-for-server.ts'

afterEach(() => jest.restoreAllMocks())

const failure = (code: 'network' | 'busy' | 'malformed' | 'forbidden') => new ApiError(code, 0, { message: code })

test('asks until the server answers', async () => {
  const ask = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(failure('network'))
    .mockRejectedValueOnce(failure('busy'))
    // The page of a proxy.
    .mockRejectedValueOnce(failure('malformed'))
    .mockResolvedValue('here')
  await expect(waitForServer(ask, 1000, 1)).resolves.toBe('here')
  expect(ask).toHaveBeenCalledTimes(4)
})

test('ends with ServerGone after the limit', async () => {
  const ask = jest.fn(() => Promise.reject(failure('network')))
  let nowMs = 0
  // Each look at the clock is 5 ms later, however busy the machine is.
  jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 5))
  await expect(waitForServer(ask, 20, 5)).rejects.toThrow(ServerGone)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('an answer that refuses is an answer', async () => {
  const ask = jest.fn(() => Promise.reject(failure('forbidden')))
  await expect(waitForServer(ask, 1000, 1)).rejects.toMatchObject({ code: 'forbidden' })
  expect(ask).toHaveBeenCalledTimes(1)
})
