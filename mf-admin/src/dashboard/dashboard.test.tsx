import { adminDashboard, newUsers } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, within } from '@testing-library/react'
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
