import { adminDashboard, newUsers, testWebsockets } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Dashboard } from './dashboard-queries.ts'
import section from '../section.ts'

const days = (bytes: (day: number) => number) => {
  const records = Array.from({ length: 45 }, (_, day) => ({
    created_at: new Date(Date.UTC(2026, 1, 3 + day)).toISOString(),
    bytes: bytes(day),
  }))
  return { total: records.reduce((sum, record) => sum + record.bytes, 0), records }
}
const counts: Dashboard = {
  users: { total: 1284, admins: 2 },
  files: { total: 52_103, folders: 4210, trashed: 17 },
  shares: { total: 40, active: 12 },
  disk: {
    used: 6_820_000_000_000,
    free: 412_000_000_000,
    upload: days((day) => day * 1_000_000_000),
    download: days(() => 0),
  },
  app: {
    version: '0.1.0',
    node: '24.21.0',
    database: 'SQLite 3.54.1',
    storage: 'Data folder',
    started_at: '2026-03-19T08:00:00.000Z',
  },
}
const answer = { data: { id: 'dashboard' as const, type: 'dashboard' as const, attributes: counts } }
const newUser = {
  id: makeId(),
  type: 'user' as const,
  attributes: {
    name: 'Noah Fischer',
    email: 'noah@example.com',
    role: 'user',
    avatar: null,
    color: '#41b6e6',
    created_at: '2026-03-18T08:00:00.000Z',
    used: 36_000_000,
  },
}
const show = (
  server = fakeServer()
    .on(adminDashboard, answer)
    .on(newUsers, { data: [newUser] }),
  path = '/admin',
) => renderSection(section, { path, server, session: makeUser({ role: 'admin' }) })

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test('administrators are shown purple among the newest users, and users green', async () => {
  const admin = { ...newUser, id: makeId(), attributes: { ...newUser.attributes, name: 'Ada Lovelace', role: 'admin' } }
  await show(
    fakeServer()
      .on(adminDashboard, answer)
      .on(newUsers, { data: [newUser, admin] }),
  )
  const hueOf = async (person: string, role: string) => {
    const row = (await screen.findByText(person)).closest('tr')!
    return getComputedStyle(within(row).getByText(role)).getPropertyValue('--c-t')
  }
  expect([await hueOf('Noah Fischer', 'User'), await hueOf('Ada Lovelace', 'Admin')]).toEqual([
    'var(--green-t)',
    'var(--violet-t)',
  ])
})

test('shows the error and loads after a retry', async () => {
  let broken = true
  const server = fakeServer()
    .on(adminDashboard, () => (broken ? refuse('internal', { error_id: 'e-9' }) : answer))
    .on(newUsers, { data: [] })
  const { user } = await show(server)
  expect(await screen.findByRole('heading', { name: 'Couldn’t load this page' })).toBeInTheDocument()
  expect(screen.getByText(/e-9/)).toBeInTheDocument()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('1,284')).toBeInTheDocument()
  expect(await screen.findByText('No accounts yet')).toBeInTheDocument()
})

test('keeps the dashboard when only the newest users fail', async () => {
  await show(
    fakeServer()
      .on(adminDashboard, answer)
      .on(newUsers, () => refuse('busy')),
  )
  expect(await screen.findByText('1,284')).toBeInTheDocument()
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load this')
})

test('shows the real counts under /admin, which leads to the dashboard', async () => {
  const { address } = await show()
  for (const text of ['1,284', '2 administrators', '6.8 TB', '52,103', '12', 'SQLite 3.54.1'])
    expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.getByText('412 GB').parentElement).toHaveTextContent('412 GB free on the disk')
  expect(screen.getByText('4,210 folders, 17 in the trash')).toBeInTheDocument()
  expect(address()).toBe('/admin/dashboard')
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
})

test('offers the 45 days of a chart to screen readers as a table, and says when there is no traffic', async () => {
  await show()
  const table = await screen.findByRole('table', { name: 'Uploads' })
  expect(within(table).getAllByRole('row')).toHaveLength(46)
  expect(within(table).getByRole('row', { name: 'Thu, March 19 44 GB' })).toBeInTheDocument()
  expect(screen.getByText('No downloads in this period')).toBeInTheDocument()
})

test('lists the newest users', async () => {
  await show()
  const row = await screen.findByRole('row', { name: /Noah Fischer/ })
  expect(row).toHaveTextContent('noah@example.com')
  expect(row).toHaveTextContent('36 MB')
})

describe('the test of the websocket', () => {
  afterEach(() => {
    jest.useRealTimers()
  })
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

  async function start(answered: () => Record<string, never> | ReturnType<typeof refuse> = () => ({})) {
    const server = fakeServer().on(adminDashboard, answer).on(newUsers, { data: [] }).on(testWebsockets, answered)
    const broadcasting = { driver: 'native' as const, key: 'key', host: null, port: null, tls: null }
    const session = makeUser({ role: 'admin' })
    const shown = await renderSection(section, { path: '/admin/dashboard', server, session, config: { broadcasting } })
    const button = await screen.findByRole('button', { name: 'Test connection' })
    jest.useFakeTimers()
    fireEvent.click(button)
    expect(screen.getByRole('button', { name: 'Testing…' })).toBeInTheDocument()
    return shown
  }

  test('sends the request after 1.5 seconds, and says when the event arrives', async () => {
    const { server, host } = await start()
    await wait(1400)
    expect(server.callsOf(testWebsockets)).toHaveLength(0)
    await wait(200)
    expect(server.callsOf(testWebsockets)).toHaveLength(1)
    act(() => {
      host.events.emit('websocket.tested', {})
    })
    await wait(300)
    expect(screen.getByText('Your websocket connection was successfully established')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Test connection' })).toBeEnabled()
    await wait(20_000)
    expect(screen.queryByText("Your websocket connection wasn't established")).not.toBeInTheDocument()
  })

  test('fails after 10 seconds without the event, once', async () => {
    const { host } = await start()
    await wait(9900)
    expect(screen.queryByText("Your websocket connection wasn't established")).not.toBeInTheDocument()
    await wait(400)
    expect(screen.getByText("Your websocket connection wasn't established")).toBeInTheDocument()
    act(() => {
      host.events.emit('websocket.tested', {})
    })
    await wait(300)
    expect(screen.queryByText('Your websocket connection was successfully established')).not.toBeInTheDocument()
  })

  test('fails at once where the request is refused', async () => {
    await start(() => refuse('internal', { error_id: 'e-1' }))
    await wait(2000)
    expect(screen.getByText("Your websocket connection wasn't established")).toBeInTheDocument()
  })

  test('is not offered where nothing is broadcast', async () => {
    await show()
    expect(await screen.findByText(/turned off in the configuration/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Test connection' })).not.toBeInTheDocument()
  })
})
