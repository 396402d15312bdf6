import { browseFolder, currentUser, type Entry, prepareZip } from '@holdall/api'
import { makeEntry, makeUser, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { entryIn, serverWith, sharedFile } from '../testing/platform-fixture.ts'

/** Addresses that a download was started at. */
let started: string[]
beforeEach(() => {
  started = []
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) started.push(this.getAttribute('href') ?? '')
  })
})
afterEach(() => {
  jest.restoreAllMocks()
})

const url = '/api/zip/AAAAAAAAAAAAAAAAAAAAAA'
const prepared = {
  data: {
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    type: 'zip' as const,
    attributes: { url, expires_at: '2026-03-14T10:00:00.000Z' },
  },
}

const folder = makeEntry({ type: 'folder', name: 'Contracts' })
const [plan, notes] = [makeEntry({ name: 'plan.docx' }), makeEntry({ name: 'notes.txt' })]

type Server = ReturnType<typeof serverWith>['server']

const show = (server: Server, path: string) => {
  server.on(prepareZip, prepared)
  return renderSection(section, { path, server })
}

const chooseDownload = async (name: string) => {
  fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText(name))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Download' }))
}

test('a file is downloaded from its own address', async () => {
  const { server } = serverWith([plan])
  await show(server, '/platform/files')
  await chooseDownload('plan.docx')
  await waitFor(() => {
    expect(started).toEqual([expect.stringContaining(plan.attributes.file_url ?? '-')])
  })
  expect(server.callsOf(prepareZip)).toEqual([])
})

test('a folder is downloaded as a zip', async () => {
  const { server } = serverWith([folder])
  await show(server, '/platform/files')
  await chooseDownload('Contracts')
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  expect(server.callsOf(prepareZip)[0]?.body).toEqual({ items: [{ id: folder.id }] })
})

test.each<[string, string, (home: ReturnType<typeof serverWith>['home']) => Entry[]]>([
  [
    'Recent uploads',
    '/platform/recent-uploads',
    (home) => (home.latest = [entryIn({ id: folder.id, name: 'Contracts' }), entryIn(null)]),
  ],
  ['My shared items', '/platform/my-shared-items', (home) => (home.shared = [sharedFile('a'), sharedFile('b')])],
  [
    'the trash',
    '/platform/trash',
    (home) => {
      const deleted_at = '2026-03-14T10:00:00.000Z'
      home.trashed = [makeEntry({ type: 'folder', name: 'c', deleted_at }), makeEntry({ name: 'd', deleted_at })]
      return home.trashed
    },
  ],
])('what is selected in %s is downloaded as one zip', async (_page, path, fill) => {
  const { server, home } = serverWith([])
  const entries = fill(home)
  const { user } = await show(server, path)
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  expect(server.callsOf(prepareZip)[0]?.body).toEqual({ items: entries.map(({ id }) => ({ id })) })
})

test('everything in a folder but some is sent as that', async () => {
  const { server } = serverWith([folder, plan, notes])
  const { user } = await show(server, '/platform/files')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('checkbox', { name: /plan\.docx/ }))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  expect(server.callsOf(prepareZip)[0]?.body).toEqual({ parent_id: null, all: true, except: [plan.id] })
})

test('a selection that is too large is reported, and nothing is downloaded', async () => {
  const { server } = serverWith([folder])
  await show(server, '/platform/files')
  server.on(prepareZip, () => refuse('zip-too-large'))
  await chooseDownload('Contracts')
  expect(await screen.findByText('This is too much for one download')).toBeInTheDocument()
  expect(started).toEqual([])
})

test('what was deleted elsewhere is reported, and the list fetched again', async () => {
  const { server } = serverWith([folder])
  await show(server, '/platform/files')
  server.on(prepareZip, () => refuse('not-found'))
  await chooseDownload('Contracts')
  const before = server.callsOf(browseFolder).length
  expect(
    await screen.findByText(
      'This item no longer exists, or your access to it has changed. The list is now up to date.',
    ),
  ).toBeInTheDocument()
  expect(started).toEqual([])
  await waitFor(() => {
    expect(server.callsOf(browseFolder).length).toBeGreaterThan(before)
  })
})

test('a download that is chosen again while it is being prepared is prepared once', async () => {
  const { server } = serverWith([folder])
  const { user } = await show(server, '/platform/files')
  let answer = (): void => undefined
  server.on(prepareZip, () => new Promise((resolve) => (answer = () => resolve(prepared))))
  await user.click(await within(await screen.findByRole('grid')).findByText('Contracts'))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  answer()
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  expect(server.callsOf(prepareZip)).toHaveLength(1)
})

test.each(['/platform/files', '/platform/trash'])('in %s a user who may not download gets an alert', async (path) => {
  const { server } = serverWith([folder], [folder])
  await renderSection(section, { path, server, session: makeUser({ restrictions: { canDownload: false } }) })
  await chooseDownload('Contracts')
  expect(await screen.findByText('You can’t download right now')).toBeInTheDocument()
  expect(server.callsOf(prepareZip)).toEqual([])
})

test('an account that was restricted meanwhile gets the reason of the server, and knows it from then on', async () => {
  const { server } = serverWith([folder])
  await show(server, '/platform/files')
  server.on(prepareZip, () => refuse('download-restricted', { message: 'An invoice is unpaid.' }))
  const before = server.callsOf(currentUser).length
  await chooseDownload('Contracts')
  const alert = await screen.findByRole('alertdialog', { name: 'You can’t download right now' })
  expect(alert).toHaveTextContent('An invoice is unpaid.')
  expect(started).toEqual([])
  await waitFor(() => expect(server.callsOf(currentUser)).toHaveLength(before + 1))
})

test('in a team folder whose owner may not download, it is said that this is up to the owner', async () => {
  const { server } = serverWith([folder])
  await show(server, '/platform/files')
  server.on(prepareZip, () => refuse('owner-restricted', { message: 'The owner’s account is limited.' }))
  await chooseDownload('Contracts')
  const alert = await screen.findByRole('alertdialog', { name: 'You can’t do this right now' })
  expect(alert).toHaveTextContent('The owner’s account is limited.')
  expect(started).toEqual([])
})

test('where a browser cannot show why a file is refused, the account is asked', async () => {
  const { server } = serverWith([plan])
  const restrictions = { canDownload: false, cause: 'administrator', reason: 'An invoice is unpaid.' } as const
  const me = makeUser()
  await renderSection(section, { path: '/platform/files', server, session: me })
  server.on(currentUser, { data: makeUser({ id: me.id, restrictions }) })
  await chooseDownload('plan.docx')
  expect(await screen.findByRole('alertdialog', { name: 'You can’t download right now' })).toBeInTheDocument()
  expect(started).toHaveLength(1)
})
