import { browseFolder, linksOfEntry, listVersions } from '@holdall/api'
import { fetchOnce, type HostApi } from '@holdall/section'
import { makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { photo } from '../testing/jpeg-with-exif.ts'
import { entryIn, serverWith, share, sharedFile } from '../testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const { matchMedia, fetch } = window
/** A wide window, where the panel is beside the list, or a phone, where it is a sheet. */
const resize = (kind: 'wide' | 'narrow' | 'phone') => {
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), {
      matches: (kind === 'wide' && query.includes('1181')) || (kind === 'phone' && query.includes('max-width: 640')),
    })
}
beforeEach(() => {
  resize('wide')
  window.fetch = () => Promise.reject(new TypeError('No network.'))
})
afterEach(() => {
  window.matchMedia = matchMedia
  window.fetch = fetch
})

const open = async (entries: ReturnType<typeof makeEntry>[], path = '/platform/files') => {
  const { server, home } = serverWith(entries, entries)
  home.shared.push(...entries)
  home.latest.push(...entries)
  return { ...(await renderSection(section, { path, server })), server }
}
const showPanel = ({ preferences }: HostApi) => {
  act(() => {
    preferences.set('detailsVisible', true)
  })
}
const list = async () => within(await screen.findByRole('grid'))
const panel = () => screen.findByRole('complementary', { name: 'Details' })
/** The facts of the panel by their labels. */
const facts = async (part: HTMLElement | null = null) => {
  const terms = [...(part ?? (await panel())).querySelectorAll('dt')]
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
}

test('is shown and hidden by its button, and the preference is kept', async () => {
  const { user, host } = await open([makeEntry({ name: 'plan.docx' })])
  const button = await screen.findByRole('button', { name: 'Details' })
  expect(screen.queryByRole('complementary', { name: 'Details' })).not.toBeInTheDocument()
  await user.click(button)
  expect(await panel()).toHaveTextContent('DetailsFilesFolders0Files1Size')
  expect(host.preferences.get().detailsVisible).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Close details' }))
  expect(screen.queryByRole('complementary', { name: 'Details' })).not.toBeInTheDocument()
  expect(host.preferences.get().detailsVisible).toBe(false)
})

test('describes the selected file, several files, and without a selection the folder', async () => {
  const parent = makeEntry({ type: 'folder', name: 'Contracts', items: 2 })
  const files = [
    makeEntry({ name: 'plan.docx', filesize: 1200, mimetype: 'application/zip' }),
    makeEntry({ name: 'notes.txt', filesize: 800 }),
  ]
  const { server } = serverWith([])
  server.on(browseFolder, makeListing(files, { root: parent }))
  const { user, host } = await renderSection(section, { path: `/platform/files/${parent.id}`, server })
  showPanel(host)
  await (await list()).findByText('plan.docx')
  expect(await panel()).toHaveTextContent('Folder · 2 items')
  expect(await facts()).toMatchObject({ Location: 'Files', Owner: 'Me' })
  await user.click((await list()).getByText('plan.docx'))
  expect(await panel()).toHaveTextContent('Document (DOCX) · 1.2 kB')
  expect(await facts()).toMatchObject({
    Location: 'Contracts',
    Added: expect.stringContaining('Mar 12, 2026'),
    Modified: expect.stringContaining('Feb 10, 2026'),
  })
  await user.keyboard('{Control>}a{/Control}')
  expect(await panel()).toHaveTextContent('2 selected')
  expect(await facts()).toEqual({ 'Total size': '2 kB' })
})

test('the total size is left out where a folder is selected too', async () => {
  const { user, host } = await open([makeEntry({ type: 'folder', name: 'Album' }), makeEntry({ name: 'notes.txt' })])
  showPanel(host)
  await user.click(await (await list()).findByText('Album'))
  await user.keyboard('{Control>}a{/Control}')
  expect(await panel()).toHaveTextContent('2 selected')
  expect(await facts()).toEqual({})
})

test('leads to moving and sharing, and copies a link', async () => {
  const linked = sharedFile('plan.docx')
  const { user, host, opened } = await openWithPopups([linked, makeEntry({ name: 'notes.txt' })])
  showPanel(host)
  await user.click(await (await list()).findByText('plan.docx'))
  expect(await panel()).toHaveTextContent('files.example/share/token-of-a-link-1')
  expect(await panel()).toHaveTextContent('Anyone with the link can view.')
  document.execCommand = () => true
  await user.click(within(await panel()).getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
  await user.click(within(await panel()).getByRole('button', { name: 'Edit link' }))
  await user.click(within(await panel()).getByRole('button', { name: 'Files' }))
  await user.click((await list()).getByText('notes.txt'))
  expect(await panel()).toHaveTextContent('Only you can open this.')
  await user.click(within(await panel()).getByRole('button', { name: 'Share' }))
  expect(opened).toEqual(['share-edit', 'move', 'share-create'])
})

/** Popups are recorded instead of opened. */
async function openWithPopups(entries: ReturnType<typeof makeEntry>[]) {
  const rendered = await open(entries)
  const opened: string[] = []
  jest.spyOn(rendered.host.overlay, 'open').mockImplementation((name) => void opened.push(name))
  return { ...rendered, opened }
}

test.each([
  [{ protected: true }, 'Anyone with the link and its password can view.'],
  [{ expires_at: '2020-01-02T10:00:00.000Z' }, 'The link expired: Jan 2, 2020.'],
  [{ expires_at: '2096-01-02T10:00:00.000Z' }, 'Anyone with the link can view. Expires: Jan 2, 2096.'],
])('says who can open a link (%j)', async (attributes, words) => {
  const { user, host } = await open([sharedFile('plan.docx', attributes)])
  showPanel(host)
  await user.click(await (await list()).findByText('plan.docx'))
  expect(await panel()).toHaveTextContent(words)
})

async function openWithSevenLinks(isBroken: boolean) {
  const id = makeId()
  const links = [1, 2, 3, 4, 5, 6, 7].map((at) => share(id, { name: `Link ${String(at)}` }))
  const { server } = serverWith([makeEntry({ id, name: 'plan.docx', shared: links[0]!, links: 7 })])
  server.on(linksOfEntry, () => (isBroken ? refuse('not-found') : { data: links, meta: { can_create: true } }))
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  showPanel(host)
  await user.click(await (await list()).findByText('plan.docx'))
}

test('lists several links of an entry, those beyond the fifth as a number', async () => {
  await openWithSevenLinks(false)
  expect(await within(await panel()).findByText('Link 5')).toBeInTheDocument()
  expect(await panel()).toHaveTextContent('7 links')
  expect(await panel()).toHaveTextContent('and 2 more')
  expect(within(await panel()).queryByText('Link 6')).not.toBeInTheDocument()
  expect(within(await panel()).getByRole('button', { name: 'Edit links' })).toBeInTheDocument()
})

test('shows the primary link of several where the others fail to load', async () => {
  await openWithSevenLinks(true)
  expect(await within(await panel()).findByText('Link 1')).toBeInTheDocument()
  expect(await panel()).toHaveTextContent('and 6 more')
})

test('in the trash it says where an entry was, and offers neither moving nor sharing', async () => {
  const box = { id: makeId(), name: 'Contracts' }
  const { user, host } = await open(
    [entryIn(box, { name: 'old.pdf', deleted_at: '2026-05-02T10:00:00.000Z' })],
    '/platform/trash',
  )
  showPanel(host)
  await user.click(await (await list()).findByText('old.pdf'))
  expect(await facts()).toMatchObject({
    'Original location': 'Contracts',
    Deleted: expect.stringContaining('May 2, 2026'),
  })
  expect(within(await panel()).getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByText('Sharing')).not.toBeInTheDocument()
})

test.each(['recent-uploads', 'my-shared-items'])('in %s it has the folder of the entry', async (page) => {
  const id = makeId()
  const entry = entryIn({ id: makeId(), name: 'Contracts' }, { id, name: 'a.txt', shared: share(id) })
  const { user, host } = await open([entry], `/platform/${page}`)
  showPanel(host)
  await user.click(await (await list()).findByText('a.txt'))
  expect(await facts()).toMatchObject({ Location: 'Contracts' })
})

test('shows what the camera wrote into a picture', async () => {
  const bytes = photo()
  window.fetch = () =>
    Promise.resolve({ status: 206, body: null, arrayBuffer: () => Promise.resolve(bytes.buffer) } as Response)
  const { user, host } = await open([makeEntry({ name: 'lake.jpg', mimetype: 'image/jpeg' })])
  showPanel(host)
  await user.click(await (await list()).findByText('lake.jpg'))
  expect(await screen.findByRole('heading', { name: 'Camera' })).toBeInTheDocument()
  expect(await facts()).toMatchObject({
    'Date taken': expect.stringContaining('Mar 14, 2026'),
    Author: 'Maya Lindqvist',
    Dimensions: '7,728 × 5,152',
    Make: 'Fujifilm',
    Aperture: 'f/8',
    Exposure: '1/125 s',
    'Focal length': '35 mm',
    ISO: '160',
    Lens: 'XF 16-55 mm f/2.8',
  })
})

test('a picture whose metadata cannot be read has the other details', async () => {
  const { user, host } = await open([makeEntry({ name: 'lake.jpg', mimetype: 'image/jpeg' })])
  showPanel(host)
  await user.click(await (await list()).findByText('lake.jpg'))
  expect(await panel()).toHaveTextContent('Image (JPG)')
  expect(screen.queryByRole('heading', { name: 'Camera' })).not.toBeInTheDocument()
})

test('in a narrower window it opens on request only, and the preference stays', async () => {
  resize('narrow')
  const { user, host } = await open([makeEntry({ name: 'plan.docx' })])
  showPanel(host)
  await (await list()).findByText('plan.docx')
  expect(screen.queryByRole('complementary', { name: 'Details' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Details' }))
  expect(await panel()).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close details' }))
  expect(screen.queryByRole('complementary', { name: 'Details' })).not.toBeInTheDocument()
  expect(host.preferences.get().detailsVisible).toBe(true)
})

test('on a phone the menu of an entry opens it as a sheet', async () => {
  resize('phone')
  const { user } = await open([makeEntry({ name: 'plan.docx' })])
  await user.click(await screen.findByRole('button', { name: 'More actions for plan.docx' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  const sheet = await screen.findByRole('dialog', { name: 'Details' })
  expect(sheet).toHaveTextContent('plan.docx')
  expect(await facts(sheet)).toMatchObject({ Location: 'Files' })
  await user.click(within(sheet).getByRole('button', { name: 'Close details' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Details' })).not.toBeInTheDocument()
  })
})

test('the panel of a file opens its versions', async () => {
  const { user, host, server } = await open([
    makeEntry({ name: 'plan.docx' }),
    makeEntry({ type: 'folder', name: 'Album' }),
  ])
  server.on(listVersions, {
    data: [],
    meta: { paginate: { currentPage: 1, lastPage: 1, perPage: 50, from: null, to: null, total: 0 }, filesize: 0 },
  })
  showPanel(host)
  await user.click(await (await list()).findByText('Album'))
  expect(within(await panel()).queryByRole('button', { name: 'Show versions' })).not.toBeInTheDocument()
  await user.click((await list()).getByText('plan.docx'))
  await user.click(await within(await panel()).findByRole('button', { name: 'Show versions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of “plan.docx”' }))
  expect(await dialog.findByText('No earlier versions')).toBeInTheDocument()
})

test('the menu of a row opens the panel, before what deletes', async () => {
  const { user, host } = await open([makeEntry({ name: 'plan.docx' })])
  fireEvent.contextMenu(await (await list()).findByText('plan.docx'))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items.slice(-3)).toEqual(['Details', 'More', 'DeleteDel'])
  await user.click(screen.getByRole('menuitem', { name: 'Details' }))
  expect(await panel()).toHaveTextContent('plan.docx')
  expect(host.preferences.get().detailsVisible).toBe(true)
})
