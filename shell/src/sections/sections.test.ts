import type { ServedSection } from '@holdall/api'
import type { HostApi } from '@holdall/section'
import { SectionFailure } from './section-failure.ts'
import type { LoadEntry } from './federation.ts'
import { composedOf, incompatibleSection, okSection, sectionModule, servedSection } from './testing/section-fixture.ts'
import type { SectionsDeps } from './sections.ts'
import { failToLoad, setUpSections as setUp } from './testing/set-up-sections.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('sections', () => {
  test('is idle, then loading, then ready; code is fetched once', async () => {
    const { sections, deps } = setUp({})
    expect(sections.get()['admin']).toEqual({ state: 'idle' })
    const first = sections.load('admin')
    expect(sections.get()['admin']).toEqual({ state: 'loading' })
    await Promise.all([first, sections.load('admin')])
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '1.0.0', lastGood: false })
    expect(deps.loadEntry).toHaveBeenCalledTimes(1)
  })

  test('a section that fails is reported, and does not affect the others', async () => {
    const loadEntry: LoadEntry = ({ container }) =>
      container === 'mf_admin' ? failToLoad() : Promise.resolve(sectionModule({ id: 'platform' }))
    const composed = composedOf(okSection(servedSection()), okSection(servedSection({ id: 'platform' })))
    const { sections, deps } = setUp({ loadEntry, composed })
    await expect(sections.load('admin')).rejects.toThrow('broken')
    await sections.load('platform')
    expect(sections.get()).toEqual({
      admin: { state: 'failed', problem: 'threw', reason: 'broken', address: '/x.js' },
      platform: { state: 'ready', version: '1.0.0', lastGood: false },
    })
    expect(deps.onFailure).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'admin', version: '1.0.0' }),
      expect.objectContaining({ message: 'broken' }),
    )
  })

  test('retry loads a section that failed, with a new attempt number', async () => {
    const loadEntry = jest.fn().mockImplementationOnce(failToLoad).mockResolvedValueOnce(sectionModule())
    const { sections } = setUp({ loadEntry })
    await sections.load('admin').catch(() => undefined)
    sections.retry('admin')
    expect(sections.get()['admin']).toEqual({ state: 'loading' })
    await sections.load('admin')
    expect(sections.get()['admin']).toMatchObject({ state: 'ready' })
    expect(loadEntry.mock.calls.map(([, attempt]: unknown[]) => attempt)).toEqual([0, 1])
  })

  test('a running version is replaced only where the server composes another one', async () => {
    const recompose = jest.fn(() => Promise.resolve(composedOf(okSection(servedSection()))))
    const loadEntry: LoadEntry = ({ address }) =>
      Promise.resolve(sectionModule({ version: address.includes('1.0.1') ? '1.0.1' : '1.0.0' }))
    const { sections } = setUp({ recompose, loadEntry })
    const { module } = await sections.load('admin')
    await sections.renew('admin')
    expect(sections.loaded('admin')?.module).toBe(module)
    const next = servedSection({ version: '1.0.1', base: '/ui/sections/admin/1.0.1/' })
    recompose.mockResolvedValue(composedOf(okSection(next)))
    await sections.renew('admin')
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '1.0.1', lastGood: false })
    recompose.mockRejectedValue(new Error('offline'))
    await sections.renew('admin')
    expect(sections.get()['admin']).toMatchObject({ state: 'ready', version: '1.0.1' })
  })

  test('retry loads what the server composes by now', async () => {
    const mended = composedOf(okSection(servedSection({ version: '1.0.1' })))
    const { sections } = setUp({
      composed: composedOf({ state: 'broken', id: 'admin', version: null, reason: 'unreadable', fallback: null }),
      recompose: () => Promise.resolve(mended),
      loadEntry: () => Promise.resolve(sectionModule({ version: '1.0.1' })),
    })
    expect(sections.get()['admin']).toMatchObject({ state: 'failed', problem: 'broken', reason: 'unreadable' })
    sections.retry('admin')
    await sections.load('admin')
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '1.0.1', lastGood: false })
  })

  test('the last good version is loaded when the newest fails', async () => {
    const older = servedSection({ version: '0.9.0', container: 'mf_admin_old' })
    const { sections, deps } = setUp({
      composed: composedOf(okSection(servedSection(), older)),
      loadEntry: ({ container }) =>
        container === 'mf_admin' ? failToLoad() : Promise.resolve(sectionModule({ version: '0.9.0' })),
    })
    await sections.load('admin')
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '0.9.0', lastGood: true })
    expect(deps.onLastGood).toHaveBeenCalledWith('admin', '0.9.0')
    expect(deps.onFailure).toHaveBeenCalledTimes(1)
    expect(sections.catalogue.get().isOutdated).toBe(false)
  })

  test('an incompatible section says what it requires and what the shell has', () => {
    const { sections } = setUp({
      composed: composedOf(incompatibleSection),
    })
    expect(sections.get()['admin']).toEqual({
      state: 'incompatible',
      needs: 'shell API ^3.0.0',
      has: 'shell API 1.0.0',
    })
  })

  test('a section that is turned off is neither fetched nor retried', async () => {
    const { sections, deps } = setUp({ composed: composedOf({ state: 'disabled', id: 'admin' }) })
    await sections.load('admin').catch(() => undefined)
    sections.retry('admin')
    await settle()
    expect(sections.get()['admin']).toEqual({ state: 'disabled' })
    expect(deps.loadEntry).not.toHaveBeenCalled()
  })

  test('when all versions fail, the reason of the newest is shown', async () => {
    const older = servedSection({ version: '0.9.0', container: 'mf_admin_old' })
    const loadEntry: LoadEntry = ({ container }) =>
      Promise.reject(new SectionFailure('threw', container === 'mf_admin' ? 'the newest' : 'the older', '/x.js'))
    const { sections } = setUp({ composed: composedOf(okSection(servedSection(), older)), loadEntry })
    await expect(sections.load('admin')).rejects.toThrow('the newest')
    expect(sections.get()['admin']).toMatchObject({ state: 'failed', reason: 'the newest' })
  })
})

describe('a running section', () => {
  const older = servedSection({ version: '0.9.0', container: 'mf_admin_old' })
  const next = servedSection({ version: '1.0.1', container: 'mf_admin_next', nav: [navEntry('Next')] })
  /** Loads any version and records the signal that its start is given. */
  function withSignals(own: Partial<SectionsDeps> = {}) {
    const signals: Record<string, AbortSignal> = {}
    const loadEntry: LoadEntry = ({ address }) => {
      const version = /(\d+\.\d+\.\d+)/.exec(address)?.[1] ?? ''
      const start = (_: HostApi, signal: AbortSignal) => void (signals[version] = signal)
      return Promise.resolve(sectionModule({ version, start }))
    }
    return { ...setUp({ loadEntry, ...own }), signals }
  }

  test('is stopped by its signal when another version replaces it', async () => {
    const { sections, signals } = withSignals({ recompose: () => Promise.resolve(composedOf(okSection(next))) })
    await sections.load('admin')
    expect(signals['1.0.0']?.aborted).toBe(false)
    await sections.renew('admin')
    expect(signals['1.0.0']?.aborted).toBe(true)
    expect(signals['1.0.1']?.aborted).toBe(false)
  })

  test('is stopped by its signal when it is turned off, and can be loaded once it is on again', async () => {
    const recompose = jest.fn(() => Promise.resolve(composedOf({ state: 'disabled', id: 'admin' })))
    const { sections, signals } = withSignals({ recompose })
    await sections.load('admin')
    await sections.refresh()
    expect(signals['1.0.0']?.aborted).toBe(true)
    expect(sections.get()['admin']).toEqual({ state: 'disabled' })
    recompose.mockResolvedValue(composedOf(okSection(next)))
    await sections.refresh()
    await sections.load('admin')
    expect(sections.get()['admin']).toMatchObject({ state: 'ready', version: '1.0.1' })
  })

  test('keeps its navigation and routes until it is renewed, and the page is outdated meanwhile', async () => {
    const { sections } = withSignals({ recompose: () => Promise.resolve(composedOf(okSection(next))) })
    const labels = () => sections.catalogue.get().known.flatMap(({ nav }) => nav.map(({ id }) => id))
    await sections.load('admin')
    expect(sections.catalogue.get().isOutdated).toBe(false)
    await sections.refresh()
    expect(labels()).toEqual([])
    expect(sections.catalogue.get().isOutdated).toBe(true)
    await sections.renew('admin')
    expect(labels()).toEqual(['Next'])
    expect(sections.catalogue.get().isOutdated).toBe(false)
  })

  test('a new version of a section that is not loaded applies at once', async () => {
    const { sections } = withSignals({ recompose: () => Promise.resolve(composedOf(okSection(next))) })
    await sections.refresh()
    expect(sections.catalogue.get()).toMatchObject({ isOutdated: false, known: [{ nav: [{ id: 'Next' }] }] })
    expect((await sections.load('admin')).served.version).toBe('1.0.1')
  })

  test('another build of the shell makes the page outdated', async () => {
    const composed = {
      ...composedOf(okSection(servedSection())),
      shell: { version: '0.1.0', api: '1.0.0', build: 'a' },
    }
    const recompose = jest.fn(() => Promise.resolve(composed))
    const { sections } = withSignals({ composed, recompose })
    await sections.refresh()
    expect(sections.catalogue.get().isOutdated).toBe(false)
    recompose.mockResolvedValue({ ...composed, shell: { ...composed.shell, build: 'b' } })
    await sections.refresh()
    expect(sections.catalogue.get().isOutdated).toBe(true)
  })

  test('that crashes is reported once, and replaced by its last good version', async () => {
    const { sections, deps, signals } = withSignals({ composed: composedOf(okSection(servedSection(), older)) })
    await sections.load('admin')
    await sections.handleCrash('admin', new Error('drawn badly'))
    expect(deps.onFailure).toHaveBeenCalledTimes(1)
    expect(deps.onFailure).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'admin', version: '1.0.0' }),
      expect.objectContaining({ message: 'Error: drawn badly' }),
    )
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '0.9.0', lastGood: true })
    expect(deps.onLastGood).toHaveBeenCalledWith('admin', '0.9.0')
    expect(signals['1.0.0']?.aborted).toBe(true)
    expect(sections.catalogue.get().isOutdated).toBe(false)
  })

  test('that crashes again after a retry stays, and its last good version is offered', async () => {
    const composed = composedOf(okSection(servedSection(), older))
    const { sections } = withSignals({ composed, recompose: () => Promise.resolve(composed) })
    await sections.load('admin')
    await sections.handleCrash('admin', new Error('drawn badly'))
    await sections.renew('admin')
    expect(sections.get()['admin']).toMatchObject({ version: '1.0.0' })
    await sections.handleCrash('admin', new Error('drawn badly'))
    expect(sections.get()['admin']).toMatchObject({ version: '1.0.0' })
    expect(sections.lastGood('admin')?.version).toBe('0.9.0')
    await sections.takeLastGood('admin')
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '0.9.0', lastGood: true })
  })

  test('whose chunk failed is explained by the hash that section.json announces', async () => {
    const explain = jest.fn(() => Promise.resolve(new SectionFailure('integrity', 'page.js is not the file', '/x')))
    const served = servedSection({ integrity: { 'remoteEntry.js': 'sha384-AAAA', 'page.js': 'sha384-PAGE' } })
    const { sections, deps } = withSignals({ composed: composedOf(okSection(served)), explain })
    await sections.load('admin')
    const request = new URL(`${served.base}page.js`, location.origin).href
    const error = Object.assign(new Error('Loading chunk 1 failed.'), {
      name: 'ChunkLoadError',
      type: 'error',
      request,
    })
    expect(await sections.handleCrash('admin', error)).toMatchObject({ problem: 'integrity' })
    expect(explain).toHaveBeenCalledWith(expect.objectContaining({ address: request }), 'sha384-PAGE')
    expect(deps.onFailure).toHaveBeenCalledWith(served, expect.objectContaining({ problem: 'integrity' }))
  })
})

function navEntry(id: string): ServedSection['nav'][number] {
  return { id, path: '/admin', labelKey: id, labels: {}, icon: 'grid', order: 1, access: 'anyone' }
}
