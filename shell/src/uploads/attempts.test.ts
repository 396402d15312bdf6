import { ApiError, type ClientErrorCode } from '@holdall/api-client'
import { attemptUntilAnswered } from './attempts.ts'

/** Fails so often with one error, then answers; counts what was tried and how long was waited. */
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
  ['malformed', 519],
])('%s %d is answered: the third ends it', async (code, status) => {
  expect(await tried(code, status, 2)).toMatchObject({ outcome: 'answer', waits: [1000, 2000], disconnected: 0 })
  expect(await tried(code, status, 3)).toMatchObject({ outcome: { code }, attempts: 3 })
})

test.each<[ClientErrorCode, number]>([
  ['internal', 500],
  ['validation', 422],
  ['unauthenticated', 401],
  ['too-large', 413],
  ['malformed', 413],
  ['quota-exceeded', 423],
  ['not-found', 404],
  ['disk-full', 507],
])('%s %d ends it at once', async (code, status) => {
  expect(await tried(code, status, 5)).toMatchObject({ outcome: { code }, attempts: 1, waits: [] })
})
