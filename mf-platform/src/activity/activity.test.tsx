import { type Activity, activityOfEntry, browseActivity } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { type FakeServer, makeEntry, makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const session = makeUser({ name: 'Ada' })
const grace = { id: makeId(), name: 'Grace', color: '#9d66fe', avatar: null }
const self = { id: session.id, name: 'Ada', color: '#9d66fe', avatar: null }
type Attributes = Activity['attributes']

function activity(
  kind: Attributes['kind'],
  attributes: Partial<Attributes> = {},
  {
    actor = { type: 'user', user: grace },
    member = null,
  }: Partial<{
    actor: Activity['relationships']['actor']['data']
    member: { data: typeof grace } | null
  }> = {},
): Activity {
  return {
    id: makeId(),
    type: 'activity',
    attributes: {
      kind,
      created_at: '2026-03-12T10:00:00.000Z',
      count: 1,
      item: { id: makeId(), name: 'a.txt', type: 'file', opens: null },
      folder: null,
      from_folder: null,
      previous_name: null,
      email: null,
      permission: null,
      ...attributes,
    },
    relationships: { actor: { data: actor }, member },
  }
}

const page = (data: Activity[], currentPage = 1, lastPage = 1) => ({
  data,
  meta: { paginate: { currentPage, lastPage, perPage: 50, from: 1, to: data.length, total: data.length } },
})
const open = (server: FakeServer) => renderSection(section, { path: '/user/activity', server, session })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Activity' }))
    .getAllByRole('listitem')
    .map((row) => Array.from(row.querySelectorAll('b, div > div'), (part) => part.textContent).join(' | '))

test('tells who did what, where, with the names of that time', async () => {
  const { server } = serverWith([])
  const team = { id: makeId(), name: 'Team', type: 'folder', opens: makeId() } as const
  server.on(
    browseActivity,
    page([
      activity(
        'renamed',
        { previous_name: 'b.txt', folder: { id: 'all', name: null } },
        { actor: { type: 'user', user: self } },
      ),
      activity('moved', { folder: { id: makeId(), name: 'To' }, from_folder: { id: 'all', name: null } }),
      activity('trashed', { item: null, count: 10_000 }),
      activity('uploaded', {}, { actor: { type: 'link', user: null } }),
      activity('member-changed', { item: team, permission: 'can_view' }, { member: { data: self } }),
      activity(
        'invitation-declined',
        { item: team, email: 'eve@example.com' },
        { actor: { type: 'system', user: null } },
      ),
    ]),
  )
  await open(server)
  const [renamed, moved, trashed, uploaded, changed, declined] = await rows()
  expect(renamed).toMatch(/You.*Renamed b.txt to a.txt.*In .*Files/)
  expect(moved).toMatch(/Grace.*Moved a.txt.*From .*Files.* to .*To/)
  expect(trashed).toMatch(/Grace.*Moved 10,000 items to trash/)
  expect(uploaded).toMatch(/A visitor of a link.*Uploaded a.txt/)
  expect(changed).toMatch(/Changed the permission of Ada in Team.*Can view/)
  expect(declined).toMatch(/eve@example.com.*Declined the invitation to Team/)
  expect(document.title).toMatch(/^Activity/)
})

test('an item that still exists leads to its folder', async () => {
  const { server } = serverWith([makeEntry({ name: 'a.txt' })])
  const item = { id: makeId(), name: 'a.txt', type: 'file', opens: 'all' } as const
  server.on(browseActivity, page([activity('uploaded', { item })]))
  const { user, address } = await open(server)
  await user.click(await screen.findByRole('link', { name: 'a.txt' }))
  await waitFor(() => {
    expect(address()).toBe('/platform/files')
  })
})

test('earlier ones are loaded on request, and a change fetches the list again', async () => {
  const { server } = serverWith([])
  const pages = [page([activity('uploaded')], 1, 2), page([activity('created')], 2, 2)]
  server.on(browseActivity, ({ query }) => pages[(query.page ?? 1) - 1] ?? refuse('internal'))
  const { user, host } = await open(server)
  expect(await rows()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => {
    expect(await rows()).toHaveLength(2)
  })
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  pages[0] = page([activity('trashed'), activity('uploaded')], 1, 2)
  act(() => {
    host.events.emit('trash.changed', {})
  })
  expect(await screen.findByText(/to trash/)).toBeInTheDocument()
})

test('an account without activity says so, and what failed to load can be tried again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(browseActivity, () => (isBroken ? refuse('internal') : page([])))
  const { user } = await open(server)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('No activity yet')).toBeInTheDocument()
})

describe('in the details panel', () => {
  const { matchMedia } = window
  beforeEach(() => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('1181') })
  })
  afterEach(() => {
    window.matchMedia = matchMedia
  })

  async function openDetails(answer: () => ReturnType<typeof page> | ReturnType<typeof refuse>) {
    const [plan, notes] = [makeEntry({ name: 'plan.docx' }), makeEntry({ name: 'notes.txt' })]
    const { server } = serverWith([plan, notes])
    server.on(activityOfEntry, answer)
    const view = await renderSection(section, { path: '/platform/files', server, session })
    act(() => {
      view.host.preferences.set('detailsVisible', true)
    })
    const list = within(await screen.findByRole('grid'))
    await view.user.click(await list.findByText('plan.docx'))
    const panel = within(await screen.findByRole('complementary', { name: 'Details' }))
    await view.user.click(await panel.findByRole('radio', { name: 'Activity' }))
    return { ...view, server, list, panel, plan, notes }
  }

  test('the activity of the selected item is shown, and that of the next one', async () => {
    const { user, server, list, panel, plan, notes } = await openDetails(() => page([activity('renamed')]))
    expect(await panel.findByText('Grace')).toBeInTheDocument()
    expect(panel.queryByText('Location')).not.toBeInTheDocument()
    await user.click(list.getByText('notes.txt'))
    await waitFor(() => {
      expect(server.callsOf(activityOfEntry).map(({ params }) => params.id)).toEqual([plan.id, notes.id])
    })
    await user.click(panel.getByRole('radio', { name: 'Details' }))
    expect(await panel.findByText('Location')).toBeInTheDocument()
  })

  test('an item without activity says so, and a failure can be tried again', async () => {
    let isBroken = true
    const { user, panel } = await openDetails(() => (isBroken ? refuse('internal') : page([])))
    const retry = await panel.findByRole('button', { name: 'Retry' })
    isBroken = false
    await user.click(retry)
    expect(await panel.findByText('No activity yet.')).toBeInTheDocument()
  })
})
