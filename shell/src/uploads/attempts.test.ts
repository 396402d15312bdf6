import { ApiError, type ClientErrorCode } from '@holdall/api-client'
import { attemptUntilAnswered } from './attempts.ts'

/** An attempt that fails `failures` times with one error and then succeeds; records attempts and waits. */
async function tried(code: ClientErrorCode, status: number, failures: number) {
  const waits: number[] = []
  let attempts = 0
  const attempt = () => {
    attempts += 1
    return attempts > failures ? Promise.resolve('answer') : Promise.reject(new ApiError(code, status, { message: '' }))
  }
  const hooks = {
    disconnected: jest.fn(),
    wait(ms: number) {
      waits.push(ms)
      return Promise.resolve()
    },
  }
  const outcome = await attemptUntilAnswered(attempt, hooks, new AbortController().signal).catch(
    (error: unknown) => error,
  )
  return { outcome, attempts, waits, disconnected: hooks.disconnected.mock.calls.length }
}

test.each<[ClientErrorCode, number]>([
  ['network', 0],
  ['request-timeout', 408],
  ['malformed', 200],
  ['malformed', 404],
  ['malformed', 408],
  ['malformed', 502],
  ['malformed', 503],
  ['malformed', 504],
  ['malformed', 520],
  ['malformed', 530],
])('%s %d is no answer: it is repeated without limit', async (code, status) => {
  expect(await tried(code, status, 9)).toEqual({
    outcome: 'answer',
    attempts: 10,
    waits: [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000],
    disconnected: 9,
  })
})

test.each<[ClientErrorCode, number]>([
  ['busy', 503],
  ['checksum-mismatch', 409],
  ['throttled', 429],
  ['malformed', 302],
  ['malformed', 519],
  ['malformed', 531],
])('%s %d is answered: the third ends it', async (code, status) => {
  expect(await tried(code, status, 2)).toMatchObject({ outcome: 'answer', waits: [1000, 2000], disconnected: 0 })
  expect(await tried(code, status, 3)).toMatchObject({ outcome: { code }, attempts: 3 })
})

test.each<[ClientErrorCode, number]>([
  ['internal', 500],
  ['validation', 422],
  ['unauthenticated', 401],
  ['too-large', 413],
  ['malformed', 400],
  ['malformed', 413],
  ['malformed', 499],
  ['quota-exceeded', 423],
  ['not-found', 404],
  ['disk-full', 507],
])('%s %d ends it at once', async (code, status) => {
  expect(await tried(code, status, 5)).toMatchObject({ outcome: { code }, attempts: 1, waits: [] })
})

test('a wrong offset is answered with the right one: the next attempt follows at once', async () => {
  expect(await tried('wrong-offset', 409, 2)).toMatchObject({ outcome: 'answer', attempts: 3, waits: [] })
})

test('an error that is not of the API client is not attempted again', async () => {
  const attempt = jest.fn(() => Promise.reject(new TypeError('not readable')))
  const hooks = { disconnected: jest.fn(), wait: jest.fn() }
  await expect(attemptUntilAnswered(attempt, hooks, new AbortController().signal)).rejects.toThrow('not readable')
  expect([attempt, hooks.disconnected, hooks.wait].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
})

test.each(['during an attempt', 'during a wait'])(
  'an upload that is aborted %s is not attempted again',
  async (when) => {
    const stop = new AbortController()
    const abort = (at: string) => {
      if (at === when) stop.abort(new Error('cancelled'))
    }
    const attempt = jest.fn(() => {
      abort('during an attempt')
      return Promise.reject(new ApiError('network', 0, { message: 'no answer' }))
    })
    const hooks = {
      disconnected: jest.fn(),
      wait: jest.fn(() => {
        abort('during a wait')
        return Promise.resolve()
      }),
    }
    const reason = when === 'during a wait' ? 'cancelled' : 'no answer'
    await expect(attemptUntilAnswered(attempt, hooks, stop.signal)).rejects.toThrow(reason)
    expect(attempt).toHaveBeenCalledTimes(1)
    expect(hooks.wait).toHaveBeenCalledTimes(when === 'during a wait' ? 1 : 0)
  },
)
