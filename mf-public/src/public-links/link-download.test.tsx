import { type ErrorCode, MAX_ZIP_ITEMS, preparePublicZip, publicFolder, publicSearch, publicShare } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { shareOf, token } from './testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

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

const url = `/api/sharing/zip/${token}/AAAAAAAAAAAAAAAAAAAAAA`
const prepared = {
  data: {
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    type: 'zip' as const,
    attributes: { url, expires_at: '2026-03-14T10:00:00.000Z' },
  },
}
const itemId = makeId()
const logos = makeEntry({ type: 'folder', name: 'Logos' })
const [sheet, notes] = [
  makeEntry({ name: 'sheet.pdf', file_url: '/file/1?signature=s' }),
  makeEntry({ name: 'notes.txt' }),
]

async function show(entries = [logos, sheet, notes], path = `/share/${token}/files`) {
  const state: { code: ErrorCode | null } = { code: null }
  const server = fakeServer()
    .on(publicShare, () => (state.code === 'share-expired' ? refuse('share-expired') : shareOf({ item_id: itemId })))
    .on(publicFolder, () => makeListing(entries))
    .on(publicSearch, () => {
      const listing = makeListing(entries)
      return { ...listing, meta: { ...listing.meta, truncated: false } }
    })
    .on(preparePublicZip, () => (state.code ? refuse(state.code) : prepared))
  return { ...(await renderSection(section, { path, server, session: 'anonymous' })), server, state }
}
const bodies = ({ server }: Awaited<ReturnType<typeof show>>) =>
  server.callsOf(preparePublicZip).map(({ params, body }) => {
    expect(params).toEqual({ token })
    return body
  })
const chooseDownload = async (name: string) => {
  fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText(name))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Download' }))
}

test('everything that a link leads to is downloaded as one zip', async () => {
  const view = await show()
  await view.user.click(await screen.findByRole('button', { name: 'Download all' }))
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  expect(bodies(view)).toEqual([{ items: [{ id: itemId }] }])
})

test('a folder and a selection are one zip, a file its own download', async () => {
  const view = await show()
  await chooseDownload('Logos')
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  await chooseDownload('sheet.pdf')
  await waitFor(() => {
    expect(started).toEqual([url, '/file/1?signature=s&download=1'])
  })
  await view.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await view.user.click(screen.getByRole('checkbox', { name: /sheet\.pdf/ }))
  await view.user.click(
    within(screen.getByRole('toolbar', { name: 'Selection' })).getByRole('button', { name: 'Download' }),
  )
  await waitFor(() => {
    expect(started).toHaveLength(3)
  })
  expect(bodies(view)).toEqual([{ items: [{ id: logos.id }] }, { parent_id: null, all: true, except: [sheet.id] }])
})

test('what is selected of a search is downloaded by its ids', async () => {
  const view = await show([logos, notes], `/share/${token}/files?search=o`)
  await view.user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await view.user.click(
    within(screen.getByRole('toolbar', { name: 'Selection' })).getByRole('button', { name: 'Download' }),
  )
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  expect(bodies(view)).toEqual([{ items: [{ id: logos.id }, { id: notes.id }] }])
})

test.each([
  ['zip-too-large', 'This is too much for one download'],
  ['not-found', 'This item no longer exists. The list is now up to date.'],
  ['busy', 'The server is busy. Try again in a moment.'],
] as const)('%s is reported, and nothing is downloaded', async (code, text) => {
  const view = await show()
  view.state.code = code
  await chooseDownload('Logos')
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(started).toEqual([])
  await waitFor(() => {
    expect(view.server.callsOf(publicFolder)).toHaveLength(code === 'not-found' ? 2 : 1)
  })
})

test('a link that ends before the download says so', async () => {
  const view = await show()
  await screen.findByText('Logos')
  view.state.code = 'share-expired'
  await view.user.click(screen.getByRole('button', { name: 'Download all' }))
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeInTheDocument()
  expect(started).toEqual([])
})

test('a download that is chosen again while it is being prepared is prepared once', async () => {
  const view = await show()
  let answer = (): void => undefined
  view.server.on(preparePublicZip, () => new Promise((resolve) => (answer = () => resolve(prepared))))
  const button = await screen.findByRole('button', { name: 'Download all' })
  await view.user.click(button)
  expect(button).toHaveAttribute('aria-busy', 'true')
  await view.user.click(button)
  await chooseDownload('Logos')
  answer()
  await waitFor(() => {
    expect(started).toEqual([url])
  })
  expect(bodies(view)).toHaveLength(1)
})

test('more results than one zip can name are refused before a call', async () => {
  const entries = Array.from({ length: MAX_ZIP_ITEMS + 1 }, (_, at) => makeEntry({ name: `photo ${String(at)}.jpg` }))
  const view = await show(entries, `/share/${token}/files?search=photo`)
  await view.user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await view.user.click(
    within(screen.getByRole('toolbar', { name: 'Selection' })).getByRole('button', { name: 'Download' }),
  )
  expect(await screen.findByText('This is too much for one download')).toBeInTheDocument()
  expect(bodies(view)).toEqual([])
})
