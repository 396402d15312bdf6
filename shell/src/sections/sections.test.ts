import type { HostApi } from '@holdall/section'
import { SectionFailure } from './failure.ts'
import type { LoadEntry } from './federation.ts'
import { composedOf, okSection, sectionModule, servedSection } from './fixture.ts'
import { createSections, type SectionsDeps } from './sections.ts'

const gone = () => Promise.reject(new SectionFailure('threw', 'broken', '/x.js'))

function setUp(own: Partial<SectionsDeps>) {
  const deps = {
    composed: composedOf(okSection(servedSection())),
    recompose: jest.fn(() => Promise.reject(new Error('offline'))),
    loadEntry: jest.fn(() => Promise.resolve(sectionModule())) as LoadEntry,
    host: Promise.resolve({} as HostApi),
    production: true,
    pause: () => Promise.resolve(),
    onFailure: jest.fn(),
    onLastGood: jest.fn(),
    ...own,
  }
  return { sections: createSections(deps), deps }
}
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

  test('a section that fails is reported, and leaves the others alone', async () => {
    const loadEntry: LoadEntry = ({ container }) =>
      container === 'mf_admin' ? gone() : Promise.resolve(sectionModule({ id: 'platform' }))
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

  test('retry heals, with an attempt of a new number', async () => {
    const loadEntry = jest.fn().mockImplementationOnce(gone).mockResolvedValueOnce(sectionModule())
    const { sections } = setUp({ loadEntry })
    await sections.load('admin').catch(() => undefined)
    sections.retry('admin')
    expect(sections.get()['admin']).toEqual({ state: 'loading' })
    await sections.load('admin')
    expect(sections.get()['admin']).toMatchObject({ state: 'ready' })
    expect(loadEntry.mock.calls.map(([, attempt]: unknown[]) => attempt)).toEqual([0, 1])
  })

  test('what runs gives way to another version only where the server composes one', async () => {
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

  test('retry takes what the server composes by now', async () => {
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

  test('the last good version takes over when the newest fails', async () => {
    const older = servedSection({ version: '0.9.0', container: 'mf_admin_old' })
    const { sections, deps } = setUp({
      composed: composedOf(okSection(servedSection(), older)),
      loadEntry: ({ container }) =>
        container === 'mf_admin' ? gone() : Promise.resolve(sectionModule({ version: '0.9.0' })),
    })
    await sections.load('admin')
    expect(sections.get()['admin']).toEqual({ state: 'ready', version: '0.9.0', lastGood: true })
    expect(deps.onLastGood).toHaveBeenCalledWith('admin', '0.9.0')
    expect(deps.onFailure).toHaveBeenCalledTimes(1)
  })

  test('an incompatible section says what it needs and what is here', () => {
    const { sections } = setUp({
      composed: composedOf({
        state: 'incompatible',
        id: 'admin',
        version: '3.0.0',
        routes: [],
        nav: [],
        needs: 'shell API ^3.0.0',
        has: 'shell API 1.0.0',
        fallback: null,
      }),
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
})
