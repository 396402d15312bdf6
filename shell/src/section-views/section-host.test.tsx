import { HostContext, MemoryRouter, type SectionModule, useNavigate } from '@holdall/section'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createIntl, RawIntlProvider } from 'react-intl'
import type { Host } from '../host/host.ts'
import { HostProvider } from '../host/host-provider.tsx'
import messages from '../messages/en-US.json'
import { SectionFailure } from '../sections/section-failure.ts'
import {
  composedOf,
  incompatibleSection,
  okSection,
  sectionModule,
  servedSection,
} from '../sections/testing/section-fixture.ts'
import { SectionHost } from './section-host.tsx'
import { createSections, type SectionsDeps } from '../sections/sections.ts'

const intl = createIntl({ locale: 'en-US', messages })
const language = { locale: 'en-US', edits: {} }
const anonymous = { state: 'anonymous' }

async function show(module: SectionModule, fail?: SectionFailure) {
  const loadEntry = jest.fn(() => Promise.resolve<unknown>(module))
  if (fail) loadEntry.mockRejectedValueOnce(fail)
  return mount({ loadEntry })
}

/** Version 1.0.0 is in use, and 0.9.0 is the last good one. */
async function showVersions(moduleOf: (version: string) => SectionModule) {
  const reports: string[] = []
  const older = servedSection({ version: '0.9.0', container: 'mf_admin_old' })
  const composed = composedOf(okSection(servedSection(), older))
  const sections = await mount({
    composed,
    recompose: () => Promise.resolve(composed),
    loadEntry: ({ container }) => Promise.resolve(moduleOf(container === 'mf_admin' ? '1.0.0' : '0.9.0')),
    onFailure: ({ version }, { message }) => reports.push(`${version} ${message}`),
  })
  return { sections, reports }
}

/** The navigation beside the section. */
function Rail() {
  const navigate = useNavigate()
  return (
    <nav>
      The rail
      <button
        onClick={() => {
          void navigate('/admin/other')
        }}
      >
        Other page
      </button>
    </nav>
  )
}

async function mount(own: Partial<SectionsDeps>, path = '/admin') {
  const sections = createSections({
    composed: composedOf(okSection(servedSection())),
    recompose: () => Promise.reject(new Error('offline')),
    loadEntry: () => Promise.reject(new Error('nothing to load')),
    host: Promise.resolve({} as Host),
    production: true,
    explain: (failure) => Promise.resolve(failure),
    pause: () => Promise.resolve(),
    onFailure: () => {},
    onLastGood: () => {},
    ...own,
  })
  const host = {
    sections,
    config: { name: 'Holdall' },
    log: { error: () => {}, warn: () => {} },
    session: { get: () => anonymous, subscribe: () => () => {} },
    navigation: { go: () => {} },
  } as unknown as Host
  await act(async () => {
    render(
      <RawIntlProvider value={intl}>
        <HostProvider host={host}>
          <HostContext value={host}>
            <MemoryRouter initialEntries={[path]}>
              <Rail />
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

describe('a section in the page', () => {
  test('shows its page under its own title', async () => {
    await show(withPage(() => Promise.resolve(() => <h1>The page</h1>)))
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
    expect(document.title).toBe('Title – Holdall')
  })

  test('that cannot be loaded shows what failed and where, and is loaded by Retry', async () => {
    const address = 'http://localhost/ui/sections/admin/remoteEntry.js'
    await show(
      withPage(() => Promise.resolve(() => <h1>The page</h1>)),
      new SectionFailure('threw', 'TypeError: boom', address),
    )
    expect(screen.getByRole('heading', { name: 'Couldn’t load Admin' })).toBeVisible()
    expect(screen.getByText(address, { exact: false })).toBeVisible()
    expect(screen.getByText('TypeError: boom')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
  })

  test('that cannot be loaded is not called after another page of it in the account', async () => {
    await mount({}, '/user/profile')
    expect(screen.getByRole('heading', { name: 'Couldn’t load this page' })).toBeVisible()
  })

  test('that could not be reached is loaded when the browser is online again', async () => {
    let isOnline = false
    await mount({
      loadEntry: () =>
        isOnline
          ? Promise.resolve(withPage(() => Promise.resolve(() => <h1>The page</h1>)))
          : Promise.reject(new SectionFailure('unreachable', 'no connection')),
    })
    expect(screen.getByRole('heading', { name: 'Couldn’t load Admin' })).toBeVisible()
    isOnline = true
    fireEvent(window, new Event('online'))
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
  })

  test('that was disabled shows its page once it is enabled again', async () => {
    const page = () => Promise.resolve(() => <h1>The page</h1>)
    const sections = await mount({
      composed: composedOf({ state: 'disabled', id: 'admin' }),
      recompose: () => Promise.resolve(composedOf(okSection(servedSection()))),
      loadEntry: () => Promise.resolve(withPage(page)),
    })
    expect(screen.queryByRole('heading', { name: 'The page' })).not.toBeInTheDocument()
    await act(() => sections.refresh())
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
  })

  test('that throws while rendering does not affect the rest of the page', async () => {
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

  test('shows a skeleton until it is loaded', async () => {
    await show(withPage(() => new Promise(() => {})))
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
  })

  test('that requires another shell version says which', async () => {
    await mount({
      composed: composedOf(incompatibleSection),
    })
    expect(screen.getByRole('heading', { name: 'Admin doesn’t fit this version of Holdall' })).toBeVisible()
    expect(screen.getByText(/^This section needs another version of Holdall/)).toBeVisible()
    expect(screen.getByText('shell API ^3.0.0 ≠ shell API 1.0.0')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  test('that was disabled says so under its own title, and offers no Retry', async () => {
    await mount({ composed: composedOf({ state: 'disabled', id: 'admin' }) })
    expect(screen.getByRole('heading', { name: 'Admin is turned off' })).toBeVisible()
    expect(screen.getByText(/^Your administrator turned off this section/)).toBeVisible()
    expect(document.title).toBe('Admin is turned off – Holdall')
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })

  test('one of whose pages fails shows its other pages', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
    const broken = () =>
      Promise.resolve(() => {
        throw new Error('drawn badly')
      })
    const module = sectionModule({
      routes: [
        { path: '/admin', access: 'anyone', titleKey: 'title', page: broken },
        {
          path: '/admin/other',
          access: 'anyone',
          titleKey: 'title',
          page: () => Promise.resolve(() => <h1>The other page</h1>),
        },
      ],
    })
    await show(module)
    expect(await screen.findByText('Error: drawn badly')).toBeVisible()
    expect(screen.getByText(/^Something went wrong on this page/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Use version/ })).not.toBeInTheDocument()
    await act(async () => {
      screen.getByRole('button', { name: 'Other page' }).click()
      await Promise.resolve()
    })
    expect(await screen.findByRole('heading', { name: 'The other page' })).toBeVisible()
    quiet.mockRestore()
  })

  test('that throws again after its last good version was loaded offers that version', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => {})
    const page = (version: string) => () =>
      Promise.resolve(() => {
        if (version === '1.0.0') throw new Error('drawn badly')
        return <h1>The page of {version}</h1>
      })
    const { sections, reports } = await showVersions((version) =>
      sectionModule({
        version,
        routes: [{ path: '/admin', access: 'anyone', titleKey: 'title', page: page(version) }],
      }),
    )
    expect(await screen.findByRole('heading', { name: 'The page of 0.9.0' })).toBeVisible()
    expect(reports).toEqual(['1.0.0 Error: drawn badly'])
    await act(() => sections.renew('admin'))
    expect(await screen.findByRole('heading', { name: 'Admin stopped working' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Use version 0.9.0' }))
    expect(await screen.findByRole('heading', { name: 'The page of 0.9.0' })).toBeVisible()
    quiet.mockRestore()
  })

  test('whose page’s chunk cannot be loaded shows the error of the chunk, and is loaded by Retry', async () => {
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
    // It suspends once more while the chunk is loading.
    await act(async () => {
      screen.getByRole('button', { name: 'Retry' }).click()
      await Promise.resolve()
    })
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible()
    quiet.mockRestore()
  })
})
