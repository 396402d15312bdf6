import { type Output, setupKeyHeader, setupStatus, setupValues } from '@holdall/api'
import { fetchOnce, useLocation, useNavigate } from '@holdall/section'
import { fakeServer, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { clearSetupKey, keepSetupKey } from '../setup-key/setup-key.ts'
import section from '../section.ts'
import { valuesAnswer } from '../testing/fake-setup.tsx'

type Checks = Parameters<typeof report>[0]
const report = (states: Readonly<Record<string, 'ok' | 'warning' | 'failed'>>) => ({
  ready: !Object.values(states).includes('failed'),
  checks: [
    { id: 'runtime', state: states['runtime'] ?? 'ok', found: 'Node 24.21.0', advice: null },
    { id: 'space', state: 'ok', found: '412000000000', advice: null },
    {
      id: 'storage',
      state: states['storage'] ?? 'ok',
      found: '/srv/holdall/data',
      advice: states['storage'] === 'failed' ? 'Make the folder writable.' : null,
    },
  ] as const,
})
const answer = (attributes: Pick<Output<typeof setupStatus>['data']['attributes'], 'ready' | 'checks'>) => ({
  data: {
    id: 'setup' as const,
    type: 'setup-status' as const,
    attributes: { ...attributes, next: 'status-check' as const, finished: [] },
  },
})
const serving = (states: () => Checks) =>
  fakeServer()
    .on(setupValues, valuesAnswer())
    .on(setupStatus, () => {
      const { ready, checks } = report(states())
      return answer({ ready, checks: [...checks] })
    })
const show = (
  path: string,
  server = serving(() => ({})),
  installation: 'installation-needed' | 'installation-done' = 'installation-needed',
) => renderSection(section, { path, server, session: 'anonymous', config: { installation } })

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

beforeEach(() => {
  clearSetupKey()
  sessionStorage.clear()
})

test('says where to find the key when there is none', async () => {
  const { server } = await show('/setup-wizard/status-check')
  expect(await screen.findByRole('heading', { name: 'Open the address the server printed' })).toBeInTheDocument()
  expect(server.callsOf(setupStatus)).toEqual([])
})

test('the page that asks for the key has the language and the theme', async () => {
  const reload = jest.fn()
  const { user, host } = await renderSection(section, {
    path: '/setup-wizard/status-check',
    session: 'anonymous',
    config: { installation: 'installation-needed' },
    reload,
  })
  await screen.findByRole('heading', { name: 'Open the address the server printed' })
  const before = host.theme.get()
  await user.click(screen.getByRole('button', { name: 'Switch theme' }))
  expect(host.theme.get()).not.toBe(before)
  await user.click(screen.getByRole('button', { name: 'Language: English' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(document.cookie).toContain('holdall_locale=de')
  document.cookie = 'holdall_locale=; max-age=0; path=/'
})

test.each([
  'right-key',
  'http://127.0.0.1:8080/install?key=right-key',
  '127.0.0.1:8080/install?key=right-key',
  'Holdall is ready at http://127.0.0.1:8080/install?key=right-key ',
])('says that the key is wrong, and accepts “%s” instead', async (pasted) => {
  const keys: unknown[] = []
  const server = serving(() => ({}))
  server.http.interceptors.request.use((config) => {
    if (config.url === setupStatus.path) keys.push(config.headers.get(setupKeyHeader))
    return config
  })
  server.on(setupStatus, () =>
    keys.at(-1) === 'right-key' ? answer({ ready: true, checks: [] }) : refuse('forbidden'),
  )
  const { user } = await show('/install?key=old-key', server)
  expect(await screen.findByRole('heading', { name: 'This key is wrong' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/Paste the address or key/)).toBeInTheDocument()
  await user.type(screen.getByLabelText('Address or key'), pasted)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'Check the server' })).toBeInTheDocument()
  expect([...new Set(keys)]).toEqual(['old-key', 'right-key'])
})

test.each(['/install?key=secret', '/setup-wizard/status-check?key=secret'])(
  'removes the key from the address %s at once and keeps it after a reload',
  async (path) => {
    const { address } = await show(path)
    expect(await screen.findByText('Node.js')).toBeInTheDocument()
    // The shell leads the first one to the second until Holdall is set up.
    expect(address()).toBe(path.replace(/\?.*/, ''))
    expect(sessionStorage.getItem('holdall.setup-key')).toBe('secret')
  },
)

test('the key is not left in the history', async () => {
  const visited: string[] = []
  function Back() {
    const navigate = useNavigate()
    const { search } = useLocation()
    useEffect(() => void visited.push(search), [search])
    return <button onClick={() => void navigate(-1)}>Back</button>
  }
  const { user, address } = await renderSection(section, {
    path: '/setup-wizard/status-check?key=secret',
    server: serving(() => ({})),
    session: 'anonymous',
    config: { installation: 'installation-needed' },
    before: <Back />,
  })
  expect(await screen.findByText('Node.js')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(visited).toEqual(['?key=secret', ''])
  expect(address()).toBe('/setup-wizard/status-check')
})

test('continues only once every check passes', async () => {
  let states: Checks = { storage: 'failed' }
  keepSetupKey('secret')
  const { user, address } = await show(
    '/setup-wizard/status-check',
    serving(() => states),
  )
  expect(await screen.findByText(/1 check failed. Fix it to continue/)).toBeInTheDocument()
  expect(screen.getByText('Make the folder writable.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(address()).toBe('/setup-wizard/status-check')

  states = { storage: 'warning' }
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('You can continue. 1 check has a warning.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(address()).toBe('/setup-wizard/purchase-code'))
})

test('does not continue with earlier checks where checking again failed', async () => {
  let isBroken = false
  keepSetupKey('secret')
  const server = fakeServer().on(setupStatus, () =>
    isBroken ? refuse('internal', { error_id: 'e-5' }) : answer({ ready: true, checks: [] }),
  )
  const { user } = await show('/setup-wizard/status-check', server)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled'))
  isBroken = true
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText(/e-5/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
})

test('formats sizes in the reader’s language and names each state for screen readers', async () => {
  keepSetupKey('secret')
  await show(
    '/setup-wizard/status-check',
    serving(() => ({ storage: 'failed' })),
  )
  expect(await screen.findByText('412 GB')).toBeInTheDocument()
  expect(screen.getByText('Data folder')).toHaveTextContent('Data folder failed')
})

test('what is optional and missing has no check mark', async () => {
  const missing = { id: 'ffmpeg', state: 'ok', found: 'not installed', advice: 'Videos get no thumbnails.' } as const
  await show(
    '/setup-wizard/status-check?key=secret',
    fakeServer()
      .on(setupValues, valuesAnswer())
      .on(setupStatus, () => answer({ ready: true, checks: [missing] })),
  )
  const line = (await screen.findByText('not installed')).closest('li')
  expect(line).toHaveTextContent('FFmpeg, for video thumbnails optional')
})

test('leads to sign-in where Holdall is installed already', async () => {
  await show(
    '/install?key=secret',
    serving(() => ({})),
    'installation-done',
  )
  expect(await screen.findByRole('heading', { name: 'Holdall is already set up' })).toBeInTheDocument()
})

test('says that Holdall is set up when the routes of the wizard no longer exist', async () => {
  keepSetupKey('secret')
  await show(
    '/setup-wizard/status-check',
    fakeServer().on(setupStatus, () => refuse('not-found')),
  )
  expect(await screen.findByRole('heading', { name: 'Holdall is already set up' })).toBeInTheDocument()
})

test.each([
  ['throttled', { retry_after: 120 }, /Too many wrong keys. Try again in 2 minutes/],
  ['internal', { error_id: 'e-5' }, /Search its log for this number: e-5/],
] as const)('says what %s means and can check again', async (code, extra, sentence) => {
  keepSetupKey('secret')
  await show(
    '/setup-wizard/status-check',
    fakeServer().on(setupStatus, () => refuse(code, extra)),
  )
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled()
})
