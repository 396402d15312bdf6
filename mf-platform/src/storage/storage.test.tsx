import { type ClientConfig, storageUsage, type StorageUsage } from '@holdall/api'
import { makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const GB = 1_000_000_000
const days = (bytes: number) =>
  Array.from({ length: 45 }, (_, n) => ({
    created_at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
    bytes: n === 44 ? bytes : 0,
  }))
const usage = (
  changes: Partial<StorageUsage['attributes']> = {},
  meta: Partial<StorageUsage['meta']> = {},
): { data: StorageUsage } => ({
  data: {
    id: makeId(),
    type: 'storage',
    attributes: { used: 36.4 * GB, capacity: 100 * GB, percentage: 36.4, ...changes },
    meta: {
      traffic: { chart: { upload: days(9 * GB), download: days(0) }, upload: 9 * GB, download: 0 },
      images: { used: 17.2 * GB, percentage: 17.2 },
      videos: { used: 11.8 * GB, percentage: 11.8 },
      documents: { used: 4.6 * GB, percentage: 4.6 },
      audios: { used: 1.9 * GB, percentage: 1.9 },
      others: { used: 0.9 * GB, percentage: 0.9 },
      ...meta,
    },
  },
})
const path = '/user/settings/storage'
const open = (answer = usage(), config: Partial<ClientConfig> = {}) =>
  renderSection(section, { path, config, server: serverWith([]).server.on(storageUsage, () => answer) })
const rows = () => {
  const panel = within(screen.getByRole('region', { name: 'Used storage by category' }))
  return panel.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('shows what each category uses, and what is free', async () => {
  await open()
  expect(await screen.findByText('Videos')).toBeInTheDocument()
  expect(rows()).toEqual([
    'Images17.2 GB17%',
    'Videos11.8 GB12%',
    'Documents4.6 GB4.6%',
    'Audio1.9 GB1.9%',
    'Others900 MB0.9%',
    'Free63.6 GB64%',
  ])
  const panel = screen.getByRole('region', { name: 'Used storage by category' })
  expect(panel).toHaveTextContent('36.4 GB of 100 GB used')
  expect(within(panel).getByRole('meter', { name: 'Storage in use' })).toHaveAttribute(
    'aria-valuetext',
    '36.4 GB / 100 GB',
  )
  expect(document.title).toMatch(/^Storage/)
})

test.each([
  ['none', 6],
  ['fixed', 6],
  ['metered', 5],
] as const)(
  'with subscriptions of type %s and a limit there are %d parts: metered storage is never free',
  async (type, count) => {
    await open(usage(), { subscriptionType: type })
    await screen.findByText('Videos')
    expect(rows()).toHaveLength(count)
    expect(screen.queryAllByText('Free')).toHaveLength(count - 5)
  },
)

test('without a limit nothing is free', async () => {
  await open(usage({ capacity: null, percentage: null }))
  await screen.findByText('Videos')
  expect(screen.getByRole('region', { name: 'Used storage by category' })).toHaveTextContent('36.4 GB used')
  expect(rows()).toHaveLength(5)
})

test('shows what entries take beside their contents', async () => {
  await open(usage({}, { entries: { used: 0.4 * GB, percentage: 0.4 } }))
  await screen.findByText('File and folder entries')
  expect(rows().slice(4)).toEqual(['Others900 MB0.9%', 'File and folder entries400 MB0.4%', 'Free63.6 GB64%'])
})

test('what unfinished uploads reserve is not free', async () => {
  await open(usage({ reserved: 10 * GB }))
  await screen.findByText('Reserved by unfinished uploads')
  expect(rows().slice(5)).toEqual(['Reserved by unfinished uploads10 GB10%', 'Free53.6 GB54%'])
})

test('without a limit, what they reserve is no share of what is used', async () => {
  await open(usage({ reserved: 10 * GB, capacity: null, percentage: null }))
  await screen.findByText('Reserved by unfinished uploads')
  expect(rows().slice(5)).toEqual(['Reserved by unfinished uploads10 GB'])
})

test('the meter has no gaps beside parts that are hardly visible', async () => {
  const little = { used: 0.001 * GB, percentage: 0 }
  await open(usage({ capacity: null }, { audios: little, others: little }))
  await screen.findByText('Videos')
  const panel = within(screen.getByRole('region', { name: 'Used storage by category' }))
  const gaps = Array.from(panel.getByRole('meter').children, (bar) =>
    Number.parseInt((bar as HTMLElement).style.marginInlineStart, 10),
  )
  expect(gaps).toEqual([0, 2, 2, 0, 0])
})

test('empty categories have no part of the meter, whose gap would be seen', async () => {
  const none = { used: 0, percentage: 0 }
  await open(usage({ capacity: null }, { videos: none, documents: none, audios: none, others: none }))
  await screen.findByText('Videos')
  const panel = within(screen.getByRole('region', { name: 'Used storage by category' }))
  expect(panel.getByRole('meter').children).toHaveLength(1)
})

test('charts have a table for screen readers; without traffic they say so', async () => {
  await open()
  const table = within(await screen.findByRole('table', { name: 'Uploads' }))
  const tableRows = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(tableRows).toHaveLength(46)
  expect([tableRows[0], tableRows[45]]).toEqual(['DayUploads', 'Sat, February 149 GB'])
  expect(screen.getByText('No downloads in this period')).toBeInTheDocument()
})

test('what failed to load can be tried again', async () => {
  let isBroken = true
  const { server } = serverWith([])
  server.on(storageUsage, () => (isBroken ? refuse('internal') : usage()))
  const { user } = await renderSection(section, { path, server })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('Videos')).toBeInTheDocument()
})

test('is fetched again after an upload', async () => {
  const { server, host } = await open()
  await screen.findByText('Videos')
  const before = server.callsOf(storageUsage).length
  act(() => {
    host.events.emit('upload.finished', { entryId: makeId(), folderId: null })
  })
  await waitFor(() => {
    expect(server.callsOf(storageUsage).length).toBe(before + 1)
  })
})

test('the storage card of Files leads to it', async () => {
  const { server } = serverWith([])
  server.on(storageUsage, usage())
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.click(await screen.findByRole('link', { name: 'Manage' }))
  expect(await screen.findByRole('heading', { name: 'Storage' })).toBeInTheDocument()
})

test('who is signed in is shown beside it, and its sidebar has no folders', async () => {
  const session = makeUser({ name: 'Mara Lind', email: 'mara@example.com' })
  await renderSection(section, { path, session, server: serverWith([]).server.on(storageUsage, usage()) })
  const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }))
  expect(sidebar.getByText('mara@example.com')).toBeInTheDocument()
  expect(sidebar.queryByRole('navigation', { name: 'Folders' })).not.toBeInTheDocument()
  expect(
    within(sidebar.getByRole('navigation', { name: 'Account' })).getByRole('link', { name: 'Storage' }),
  ).toHaveAttribute('aria-current', 'page')
})
