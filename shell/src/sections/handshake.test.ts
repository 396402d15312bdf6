import { type HostApi, SHELL_API_VERSION } from '@holdall/section'
import { SectionFailure } from './section-failure.ts'
import { sectionModule, servedSection } from './testing/section-fixture.ts'
import { type HandshakeDeps, performHandshake } from './handshake.ts'

const host = Promise.resolve({} as HostApi)
const chunkError = (type: string) =>
  Object.assign(new Error('Loading chunk 412 failed.\n(error: http://x/412.js)'), {
    name: 'ChunkLoadError',
    type,
    request: 'http://x/412.js',
  })

function handshake(found: unknown, served = servedSection(), own: Partial<HandshakeDeps> = {}) {
  const loadEntry = jest.fn(() => Promise.resolve(found))
  const parts = { loadEntry, nextAttempt: () => 0, host, production: true, pause: () => Promise.resolve(), ...own }
  return { done: performHandshake(served, parts, new AbortController()), loadEntry: parts.loadEntry as jest.Mock }
}

const problem = (name: string, message: RegExp) =>
  expect.objectContaining({ name: 'SectionFailure', problem: name, message: expect.stringMatching(message) as string })

describe('handshake', () => {
  test('returns a section that matches what was announced', async () => {
    const module = sectionModule()
    await expect(handshake(module).done).resolves.toBe(module)
  })

  test('refuses a section that requires another shell, before anything is fetched', async () => {
    const served = servedSection({ requires: { shellApi: '^2.0.0', shared: {} } })
    const { done, loadEntry } = handshake(sectionModule(), served)
    await expect(done).rejects.toMatchObject({
      name: 'Incompatible',
      needs: 'shell API ^2.0.0',
      has: `shell API ${SHELL_API_VERSION}`,
    })
    expect(loadEntry).not.toHaveBeenCalled()
  })

  test('refuses code without integrity in production, before it is fetched', async () => {
    const { done, loadEntry } = handshake(sectionModule(), servedSection({ integrity: {} }))
    await expect(done).rejects.toEqual(problem('integrity', /names no integrity for remoteEntry\.js/))
    expect(loadEntry).not.toHaveBeenCalled()
  })

  test('refuses code under a weaker hash in production', async () => {
    const { done } = handshake(sectionModule(), servedSection({ integrity: { 'remoteEntry.js': 'sha256-AAAA' } }))
    await expect(done).rejects.toEqual(problem('integrity', /names no integrity/))
  })

  test('accepts code without integrity in development', async () => {
    const { done } = handshake(sectionModule(), servedSection({ integrity: {} }), { production: false })
    await expect(done).resolves.toBeDefined()
  })

  test('fails after three attempts, with their number in the message', async () => {
    const loadEntry = jest.fn(() => Promise.reject(new SectionFailure('timeout', 'x.js did not come', 'http://x/x.js')))
    await expect(handshake(null, servedSection(), { loadEntry }).done).rejects.toEqual(problem('timeout', /3 attempts/))
    expect(loadEntry).toHaveBeenCalledTimes(3)
  })

  test.each(['timeout', 'unreachable', 'integrity'] as const)(
    'waits between attempts after a temporary failure (%s), and reports the address',
    async (why) => {
      const pauses: number[] = []
      const loadEntry = () => Promise.reject(new SectionFailure(why, 'x.js did not come', 'http://x/x.js'))
      const pause = (ms: number) => Promise.resolve(void pauses.push(ms))
      const { done } = handshake(null, servedSection(), { loadEntry, pause })
      await expect(done).rejects.toMatchObject({
        problem: why,
        message: 'x.js did not come, 3 attempts',
        address: 'http://x/x.js',
      })
      expect(pauses).toEqual([500, 1500])
    },
  )

  test('waits half a second before the second attempt', async () => {
    jest.useFakeTimers()
    const loadEntry = jest
      .fn()
      .mockRejectedValueOnce(new SectionFailure('unreachable', 'gone'))
      .mockResolvedValueOnce(sectionModule())
    const parts = { loadEntry, nextAttempt: () => 0, host, production: true }
    const done = performHandshake(servedSection(), parts, new AbortController())
    await jest.advanceTimersByTimeAsync(499)
    expect(loadEntry).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(1)
    await expect(done).resolves.toBeDefined()
    jest.useRealTimers()
  })

  test('fetches what is announced, with a new attempt number each time', async () => {
    let attempt = 3
    const loadEntry = jest
      .fn()
      .mockRejectedValueOnce(new SectionFailure('unreachable', 'gone'))
      .mockResolvedValueOnce(sectionModule())
    await handshake(null, servedSection(), { loadEntry, nextAttempt: () => (attempt += 1) }).done
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

  test('starts a section with the shell’s host and a signal that is not aborted', async () => {
    const start = jest.fn()
    const stop = new AbortController()
    const parts = {
      loadEntry: () => Promise.resolve(sectionModule({ start })),
      nextAttempt: () => 0,
      host,
      production: true,
    }
    await performHandshake(servedSection(), parts, stop)
    expect(start).toHaveBeenCalledWith(await host, stop.signal)
    expect(stop.signal.aborted).toBe(false)
  })

  test('succeeds when the second attempt does', async () => {
    const loadEntry = jest
      .fn()
      .mockRejectedValueOnce(new SectionFailure('unreachable', 'gone'))
      .mockResolvedValueOnce(sectionModule())
    await expect(handshake(null, servedSection(), { loadEntry }).done).resolves.toBeDefined()
  })

  test.each([
    ['timeout', 'timeout', /Loading chunk 412 failed \(time-out\)/],
    ['missing', 'unreachable', /Loading chunk 412 failed \(missing file\)/],
    ['error', 'unreachable', /Loading chunk 412 failed \(error\)/],
    ['unheard-of', 'unreachable', /Loading chunk 412 failed \(unheard-of\)/],
  ])('reports a chunk that cannot be loaded (%s)', async (type, expected, message) => {
    const loadEntry = () => Promise.reject(chunkError(type))
    await expect(handshake(null, servedSection(), { loadEntry }).done).rejects.toEqual(problem(expected, message))
  })

  test('does not retry a section that throws while it is loaded', async () => {
    const loadEntry = jest.fn(() => Promise.reject(new TypeError('boom')))
    await expect(handshake(null, servedSection(), { loadEntry }).done).rejects.toEqual(
      problem('threw', /TypeError: boom/),
    )
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
    await expect(handshake(found).done).rejects.toEqual(problem('mistaken', message))
  })

  test('reports a start that throws, and aborts what it began', async () => {
    let signal: AbortSignal | undefined
    const module = sectionModule({
      start(_, given) {
        signal = given
        throw new Error('no')
      },
    })
    await expect(handshake(module).done).rejects.toEqual(problem('start', /Its start failed: Error: no/))
    expect(signal?.aborted).toBe(true)
  })

  test('reports a start that does not end in time', async () => {
    jest.useFakeTimers()
    const { done } = handshake(sectionModule({ start: () => new Promise(() => {}) }))
    const outcome = expect(done).rejects.toEqual(problem('start', /did not end in 8 s/))
    await jest.advanceTimersByTimeAsync(8000)
    await outcome
    jest.useRealTimers()
  })
})
