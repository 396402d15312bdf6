import { HostContext, MemoryRouter, type SectionModule } from '@holdall/section'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createIntl, RawIntlProvider } from 'react-intl'
import type { Host } from '../host.ts'
import { HostProvider } from '../host-provider.tsx'
import messages from '../messages/en-US.json'
import { SectionFailure } from './failure.ts'
import { composedOf, okSection, sectionModule, servedSection } from './fixture.ts'
import { SectionHost } from './section-host.tsx'
import { createSections } from './sections.ts'

const intl = createIntl({ locale: 'en-US', messages })
const language = { locale: 'en-US', edits: {} }

async function show(module: SectionModule, fail?: SectionFailure) {
  const loadEntry = jest.fn(() => Promise.resolve<unknown>(module))
  if (fail) loadEntry.mockRejectedValueOnce(fail)
  const sections = createSections({
    composed: composedOf(okSection(servedSection())),
    recompose: () => Promise.reject(new Error('offline')),
    loadEntry,
    host: Promise.resolve({} as Host),
    production: true,
    pause: () => Promise.resolve(),
    onFailure: () => {},
    onLastGood: () => {},
  })
  const host = {
    sections,
    config: { name: 'Holdall' },
    log: { error: () => {}, warn: () => {} },
    session: { get: () => ({ state: 'anonymous' }), subscribe: () => () => {} },
    navigation: { go: () => {} },
  } as unknown as Host
  await act(async () => {
    render(
      <RawIntlProvider value={intl}>
        <HostProvider host={host}>
          <HostContext value={host}>
            <MemoryRouter initialEntries={['/admin']}>
              <nav>The rail</nav>
              <SectionHost id="admin" sections={sections} language={language} onShown={() => {}} />
            </MemoryRouter>
          </HostContext>
        </HostProvider>
      </RawIntlProvider>,
    )
    await sections.load('admin').catch(() => undefined)
  })
  return sections
}

const withPage = (page: SectionModule['routes'][number]['page']) =>
  sectionModule({ routes: [{ path: '/admin', access: 'anyone', titleKey: 'title', page }] })

describe('a section on its place', () => {
  test('shows its page under its own title', async () => {
    await show(withPage(() => Promise.resolve(() => <h1>The page</h1>)))
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
    expect(document.title).toBe('Title – Holdall')
  })

  test('that cannot be loaded says what failed and where, and heals by Retry', async () => {
    const address = 'http://localhost/ui/sections/admin/remoteEntry.js'
    await show(
      withPage(() => Promise.resolve(() => <h1>The page</h1>)),
      new SectionFailure('threw', 'TypeError: boom', address),
    )
    expect(screen.getByRole('heading', { name: 'Admin could not be loaded' })).toBeVisible()
    expect(screen.getByText(address, { exact: false })).toBeVisible()
    expect(screen.getByText('TypeError: boom')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
  })

  test('that throws while it is drawn leaves the rest of the page alone', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
    let broken = true
    await show(
      withPage(() =>
        Promise.resolve(() => {
          if (broken) throw new Error('drawn badly')
          return <h1>The page</h1>
        }),
      ),
    )
    expect(await screen.findByRole('heading', { name: 'Admin stopped working' })).toBeVisible()
    expect(screen.getByText('The rail')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
    quiet.mockRestore()
  })

  test('whose page’s chunk does not come says so in the words of the chunk, and heals by Retry', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
    const gone = Object.assign(new Error('Loading chunk 412 failed.\n(missing: /412.js)'), {
      name: 'ChunkLoadError',
      type: 'missing',
      request: 'http://localhost/412.js',
    })
    const page = jest
      .fn()
      .mockRejectedValueOnce(gone)
      .mockResolvedValueOnce(() => <h1>The page</h1>)
    await show(withPage(page))
    expect(await screen.findByText('Loading chunk 412 failed (missing file)')).toBeVisible()
    expect(screen.getByText('http://localhost/412.js', { exact: false })).toBeVisible()
    // It suspends once more: the chunk is on its way.
    await act(async () => {
      screen.getByRole('button', { name: 'Retry' }).click()
      await Promise.resolve()
    })
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
    quiet.mockRestore()
  })
})
