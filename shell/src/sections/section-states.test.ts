import type { ServedSection } from '@holdall/api'
import { SectionFailure } from './section-failure.ts'
import type { LoadEntry } from './federation.ts'
import { composedOf, okSection, sectionModule, servedSection } from './testing/section-fixture.ts'
import { failToLoad, setUpSections as setUp } from './testing/set-up-sections.ts'

const older = servedSection({ version: '0.9.0', container: 'mf_admin_old' })
const next = servedSection({ version: '1.0.1', container: 'mf_admin_next' })
const withOlder = composedOf(okSection(servedSection(), older))
const disabled = composedOf({ state: 'disabled', id: 'admin' })

/** Every version can be loaded. */
const anyVersion: LoadEntry = ({ address }) =>
  Promise.resolve(sectionModule({ version: /(\d+\.\d+\.\d+)/.exec(address)?.[1] ?? '' }))
const composing = (composed: ReturnType<typeof composedOf>) => jest.fn(() => Promise.resolve(composed))

/** The states that a section goes through. */
function statesOf(sections: ReturnType<typeof setUp>['sections'], id: string) {
  const states: (string | undefined)[] = []
  sections.subscribe(() => states.push(sections.get()[id]?.state))
  return states
}

test('a section that is not installed fails at once, with the reason', async () => {
  const { sections } = setUp({})
  const states = statesOf(sections, 'calendar')
  await expect(sections.load('calendar')).rejects.toMatchObject({
    problem: 'broken',
    message: 'No section calendar is installed',
  })
  await expect(sections.reload('calendar')).rejects.toThrow('calendar is installed')
  expect(states).toEqual(['failed', 'loading', 'failed'])
})

test('a section that is turned off cannot be loaded, with the reason', async () => {
  const { sections } = setUp({ composed: disabled })
  const states = statesOf(sections, 'admin')
  await expect(sections.load('admin')).rejects.toThrow('Section admin is turned off')
  expect(states).toEqual(['disabled'])
})

test('a section that is not loaded has no last good version to offer, and is served once', async () => {
  const { sections, deps } = setUp({ composed: withOlder })
  expect(sections.lastGood('admin')).toBeNull()
  expect(sections.lastGood('calendar')).toBeNull()
  await sections.takeLastGood('admin')
  expect(sections.get()['admin']).toEqual({ state: 'idle' })
  expect(sections.served().map(({ version }) => version)).toEqual(['1.0.0'])
  await sections.load('admin')
  expect(deps.onLastGood).not.toHaveBeenCalled()
})

test('where only the last good version can be read, it is loaded and reported', async () => {
  const { sections, deps } = setUp({
    composed: composedOf({ state: 'broken', id: 'admin', version: '1.0.0', reason: 'unreadable', fallback: older }),
    loadEntry: anyVersion,
  })
  expect(sections.get()['admin']).toEqual({ state: 'idle' })
  await sections.load('admin')
  expect(sections.get()['admin']).toEqual({ state: 'ready', version: '0.9.0', lastGood: true })
  expect(deps.onLastGood).toHaveBeenCalledWith('admin', '0.9.0')
})

test('a section that requires another shell is not reported as a failure', async () => {
  const served = servedSection({ requires: { shellApi: '^9.0.0', shared: {} } })
  const { sections, deps } = setUp({ composed: composedOf(okSection(served)) })
  await expect(sections.load('admin')).rejects.toMatchObject({ name: 'Incompatible' })
  expect(sections.get()['admin']).toMatchObject({ state: 'incompatible', needs: 'shell API ^9.0.0' })
  expect(deps.onFailure).not.toHaveBeenCalled()
})

test('a failure outside of the section’s own code has the address of its entry', async () => {
  const host = Promise.reject(new Error('no host'))
  host.catch(() => undefined)
  const { sections } = setUp({ host })
  await sections.load('admin').catch(() => undefined)
  expect(sections.get()['admin']).toMatchObject({
    reason: 'Error: no host',
    address: '/ui/sections/admin/1.0.0/remoteEntry.js',
  })
})

describe('a new composition', () => {
  test('keeps a running section that did not change', async () => {
    const { sections, deps } = setUp({ recompose: composing(composedOf(okSection(servedSection()))) })
    const { module } = await sections.load('admin')
    await sections.refresh()
    expect(sections.get()['admin']).toMatchObject({ state: 'ready' })
    expect((await sections.load('admin')).module).toBe(module)
    expect(deps.loadEntry).toHaveBeenCalledTimes(1)
  })

  test('keeps the status of a section that failed', async () => {
    const { sections } = setUp({ loadEntry: failToLoad, recompose: composing(composedOf(okSection(servedSection()))) })
    await sections.load('admin').catch(() => undefined)
    await sections.refresh()
    expect(sections.get()['admin']).toMatchObject({ state: 'failed' })
  })

  test('adds a section that was installed meanwhile', async () => {
    const calendar = servedSection({ id: 'calendar' })
    const { sections } = setUp({ recompose: composing(composedOf(okSection(servedSection()), okSection(calendar))) })
    expect(sections.get()['calendar']).toBeUndefined()
    await sections.refresh()
    expect(sections.get()['calendar']).toEqual({ state: 'idle' })
  })

  test('stops a section that was turned off, and lets it be loaded once it is on again', async () => {
    const recompose = composing(disabled)
    const { sections } = setUp({ recompose, composed: withOlder })
    await sections.load('admin')
    await sections.refresh()
    expect([sections.loaded('admin'), sections.lastGood('admin'), sections.served()]).toEqual([null, null, []])
    recompose.mockResolvedValue(withOlder)
    await sections.refresh()
    expect(sections.get()['admin']).toEqual({ state: 'idle' })
  })

  test('that lacks a running section keeps it running, and does not make the page outdated', async () => {
    const { sections } = setUp({ recompose: composing(composedOf()) })
    await sections.load('admin')
    await sections.refresh()
    expect(sections.loaded('admin')?.served.version).toBe('1.0.0')
    expect(sections.lastGood('admin')).toBeNull()
    expect(sections.catalogue.get().isOutdated).toBe(false)
  })
})

describe('retrying', () => {
  test('does not fetch the composition where nothing failed', async () => {
    const recompose = composing(composedOf(okSection(next)))
    const { sections } = setUp({ recompose })
    const { module } = await sections.load('admin')
    expect((await sections.reload('admin')).module).toBe(module)
    expect(recompose).not.toHaveBeenCalled()
  })

  test('loads the version that is compatible by now', async () => {
    const misfit = servedSection({ requires: { shellApi: '^9.0.0', shared: {} } })
    const { sections } = setUp({
      composed: composedOf(okSection(misfit)),
      recompose: composing(composedOf(okSection(next))),
      loadEntry: anyVersion,
    })
    await sections.load('admin').catch(() => undefined)
    expect((await sections.reload('admin')).served.version).toBe('1.0.1')
  })

  test('by renew loads a section that is not loaded', async () => {
    const { sections } = setUp({ recompose: composing(composedOf(okSection(next))), loadEntry: anyVersion })
    await sections.renew('admin')
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '1.0.1', lastGood: false })
  })
})

describe('a crash', () => {
  const broken = new Error('drawn badly')
  const chunk = (request: string) =>
    Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError', type: 'error', request })

  test('is not reported where the section is not running', async () => {
    const { sections, deps } = setUp({})
    expect(await sections.handleCrash('admin', broken)).toMatchObject({ problem: 'threw', address: '' })
    expect(deps.onFailure).not.toHaveBeenCalled()
  })

  test('is reported once for each failure, and keeps the version where there is no other', async () => {
    const { sections, deps } = setUp({})
    await sections.load('admin')
    await sections.handleCrash('admin', broken)
    await sections.handleCrash('admin', broken)
    expect(deps.onFailure).toHaveBeenCalledTimes(1)
    await sections.handleCrash('admin', new Error('another'))
    expect(deps.onFailure).toHaveBeenCalledTimes(2)
    expect(sections.get()['admin']).toMatchObject({ state: 'ready', version: '1.0.0' })
    expect(sections.lastGood('admin')).toBeNull()
  })

  test.each([
    ['names no file', new SectionFailure('threw', 'broken')],
    ['comes from its own code', broken],
    ['names no address', chunk('a file')],
    ['names a file that is not announced', chunk('http://localhost/ui/sections/admin/1.0.0/other.js')],
    ['names a file of another section', chunk('http://localhost/ui/sections/calendar/1.0.0/remoteEntry.js')],
  ])('is not explained where it %s', async (_, error) => {
    const explain = jest.fn((failure: SectionFailure) => Promise.resolve(failure))
    const { sections } = setUp({ explain })
    await sections.load('admin')
    await sections.handleCrash('admin', error)
    expect(explain).not.toHaveBeenCalled()
  })

  test.each<[string, ReturnType<typeof composedOf>, ServedSection['version'] | undefined]>([
    ['was renewed', composedOf(okSection(next, older)), '1.0.1'],
    ['was turned off', disabled, undefined],
  ])('does not load the last good version of a section that %s meanwhile', async (_, composed, version) => {
    let explained = () => {}
    const explain = (failure: SectionFailure) =>
      new Promise<SectionFailure>((resolve) => {
        explained = () => {
          resolve(failure)
        }
      })
    const { sections } = setUp({ explain, composed: withOlder, recompose: composing(composed), loadEntry: anyVersion })
    await sections.load('admin')
    const done = sections.handleCrash('admin', chunk('http://localhost/ui/sections/admin/1.0.0/remoteEntry.js'))
    await sections.renew('admin')
    explained()
    await done
    expect(sections.loaded('admin')?.served.version).toBe(version)
  })

  test('ends with the reason of the last good version where that fails too', async () => {
    const loadEntry: LoadEntry = (entry, attempt) =>
      entry.container === 'mf_admin' ? anyVersion(entry, attempt) : failToLoad()
    const { sections } = setUp({ composed: withOlder, loadEntry })
    await sections.load('admin')
    expect(sections.lastGood('admin')).toEqual(older)
    await expect(sections.takeLastGood('admin')).rejects.toThrow('broken')
    expect(sections.get()['admin']).toMatchObject({ state: 'failed', reason: 'broken' })
    expect(sections.loaded('admin')).toBeNull()
  })

  test('has no other version to load once the last good one runs', async () => {
    const { sections, deps } = setUp({ composed: withOlder, loadEntry: anyVersion })
    await sections.load('admin')
    await sections.takeLastGood('admin')
    expect(sections.lastGood('admin')).toBeNull()
    await sections.takeLastGood('admin')
    expect(deps.onLastGood).toHaveBeenCalledTimes(1)
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '0.9.0', lastGood: true })
  })
})
