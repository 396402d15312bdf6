import { type HostApi, SHELL_API_VERSION } from '@holdall/section'
import { SectionFailure } from './section-failure.ts'
import { sectionModule, servedSection } from './testing/section-fixture.ts'
import { type Handshake, shakeHands } from './handshake.ts'

const host = Promise.resolve({} as HostApi)
const chunkError = (type: string) =>
  Object.assign(new Error('Loading chunk 412 failed.\n(error: http://x/412.js)'), {
    name: 'ChunkLoadError',
    type,
    request: 'http://x/412.js',
  })

function shake(found: unknown, served = servedSection(), own: Partial<Handshake> = {}) {
  const loadEntry = jest.fn(() => Promise.resolve(found))
  const parts = { loadEntry, nextAttempt: () => 0, host, production: true, pause: () => Promise.resolve(), ...own }
  return { done: shakeHands(served, parts, new AbortController()), loadEntry: parts.loadEntry as jest.Mock }
}

const problem = (name: string, message: RegExp) =>
  expect.objectContaining({ name: 'SectionFailure', problem: name, message: expect.stringMatching(message) as string })

describe('handshake', () => {
  test('hands over a section that is what was announced', async () => {
    const module = sectionModule()
    await expect(shake(module).done).resolves.toBe(module)
  })

  test('refuses a section that needs another shell, before anything is fetched', async () => {
    const served = servedSection({ requires: { shellApi: '^2.0.0', shared: {} } })
    const { done, loadEntry } = shake(sectionModule(), served)
    await expect(done).rejects.toMatchObject({
      name: 'Incompatible',
      needs: 'shell API ^2.0.0',
      has: `shell API ${SHELL_API_VERSION}`,
    })
    expect(loadEntry).not.toHaveBeenCalled()
  })

  test('refuses code without integrity in production, before it is fetched', async () => {
    const { done, loadEntry } = shake(sectionModule(), servedSection({ integrity: {} }))
    await expect(done).rejects.toEqual(problem('integrity', /names no integrity for remoteEntry\.js/))
    expect(loadEntry).not.toHaveBeenCalled()
  })

  test('refuses code under a weaker hash in production', async () => {
    const { done } = shake(sectionModule(), servedSection({ integrity: { 'remoteEntry.js': 'sha256-AAAA' } }))
    await expect(done).rejects.toEqual(problem('integrity', /names no integrity/))
  })

  test('takes code without integrity in development', async () => {
    const { done } = shake(sectionModule(), servedSection({ integrity: {} }), { production: false })
    await expect(done).resolves.toBeDefined()
  })

  test('tries three times, and says so', async () => {
    const loadEntry = jest.fn(() => Promise.reject(new SectionFailure('timeout', 'x.js did not come', 'http://x/x.js')))
    await expect(shake(null, servedSection(), { loadEntry }).done).rejects.toEqual(problem('timeout', /3 attempts/))
    expect(loadEntry).toHaveBeenCalledTimes(3)
  })

  test.each(['timeout', 'unreachable', 'integrity'] as const)(
    'waits between the attempts where another one may pass (%s), and says where it failed',
    async (why) => {
      const pauses: number[] = []
      const loadEntry = () => Promise.reject(new SectionFailure(why, 'x.js did not come', 'http://x/x.js'))
      const pause = (ms: number) => Promise.resolve(void pauses.push(ms))
      const { done } = shake(null, servedSection(), { loadEntry, pause })
      await expect(done).rejects.toMatchObject({
        problem: why,
        message: 'x.js did not come, 3 attempts',
        address: 'http://x/x.js',
      })
      expect(pauses).toEqual([500, 1500])
    },
  )

  test('takes half a second to the second attempt', async () => {
    jest.useFakeTimers()
    const loadEntry = jest
      .fn()
      .mockRejectedValueOnce(new SectionFailure('unreachable', 'gone'))
      .mockResolvedValueOnce(sectionModule())
    const parts = { loadEntry, nextAttempt: () => 0, host, production: true }
    const done = shakeHands(servedSection(), parts, new AbortController())
    await jest.advanceTimersByTimeAsync(499)
    expect(loadEntry).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(1)
    await expect(done).resolves.toBeDefined()
    jest.useRealTimers()
  })

  test('fetches what is announced, each time as an attempt of its own', async () => {
    let attempt = 3
    const loadEntry = jest
      .fn()
      .mockRejectedValueOnce(new SectionFailure('unreachable', 'gone'))
      .mockResolvedValueOnce(sectionModule())
    await shake(null, servedSection(), { loadEntry, nextAttempt: () => (attempt += 1) }).done
    const entry = {
      container: 'mf_admin',
      address: `${location.origin}/ui/sections/admin/1.0.0/remoteEntry.js`,
      integrity: 'sha384-AAAA',
    }
    expect(loadEntry.mock.calls).toEqual([
      [entry, 4],
      [entry, 5],
    ])
  })

  test('starts a section with the shell’s host and a signal that lasts', async () => {
    const start = jest.fn()
    const stop = new AbortController()
    const parts = {
      loadEntry: () => Promise.resolve(sectionModule({ start })),
      nextAttempt: () => 0,
      host,
      production: true,
    }
    await shakeHands(servedSection(), parts, stop)
    expect(start).toHaveBeenCalledWith(await host, stop.signal)
    expect(stop.signal.aborted).toBe(false)
  })

  test('goes on when the second attempt succeeds', async () => {
    const loadEntry = jest
      .fn()
      .mockRejectedValueOnce(new SectionFailure('unreachable', 'gone'))
      .mockResolvedValueOnce(sectionModule())
    await expect(shake(null, servedSection(), { loadEntry }).done).resolves.toBeDefined()
  })

  test.each([
    ['timeout', 'timeout', /Loading chunk 412 failed \(time-out\)/],
    ['missing', 'unreachable', /Loading chunk 412 failed \(missing file\)/],
    ['error', 'unreachable', /Loading chunk 412 failed \(error\)/],
    ['unheard-of', 'unreachable', /Loading chunk 412 failed \(unheard-of\)/],
  ])('reports a chunk that does not come (%s)', async (type, expected, message) => {
    const loadEntry = () => Promise.reject(chunkError(type))
    await expect(shake(null, servedSection(), { loadEntry }).done).rejects.toEqual(problem(expected, message))
  })

  test('does not repeat what throws while it is loaded', async () => {
    const loadEntry = jest.fn(() => Promise.reject(new TypeError('boom')))
    await expect(shake(null, servedSection(), { loadEntry }).done).rejects.toEqual(problem('threw', /TypeError: boom/))
    expect(loadEntry).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['nothing', undefined, /no section/],
    ['null', null, /no section/],
    ['a text', 'section', /no section/],
    ['something without a kind', { id: 'admin' }, /no section/],
    ['something of another kind', { kind: 'widget' }, /no section/],
    ['another section', sectionModule({ id: 'other' }), /says that it is other, and admin was announced/],
    ['another version', sectionModule({ version: '2.0.0' }), /version 2\.0\.0, and 1\.0\.0 was announced/],
  ])('refuses %s', async (_, found, message) => {
    await expect(shake(found).done).rejects.toEqual(problem('mistaken', message))
  })

  test('reports a start that throws, and ends what it began', async () => {
    let signal: AbortSignal | undefined
    const module = sectionModule({
      start(_, given) {
        signal = given
        throw new Error('no')
      },
    })
    await expect(shake(module).done).rejects.toEqual(problem('start', /Its start failed: Error: no/))
    expect(signal?.aborted).toBe(true)
  })

  test('reports a start that does not end in time', async () => {
    jest.useFakeTimers()
    const { done } = shake(sectionModule({ start: () => new Promise(() => {}) }))
    const outcome = expect(done).rejects.toEqual(problem('start', /did not end in 8 s/))
    await jest.advanceTimersByTimeAsync(8000)
    await outcome
    jest.useRealTimers()
  })
})
