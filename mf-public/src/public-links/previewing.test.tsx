import { type ErrorCode, type Output, publicFile, publicFolder, publicShare, unlockShare } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { previewClosed, previewLayer, serveBytes } from '@holdall/preview/testing'
import { fetchOnce } from '@holdall/section'
import { type FakeServer, fakeServer, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { shareOf, token } from './testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const textFile = (name: string, url: string, id = makeId()) =>
  makeEntry({ id, name, mimetype: 'text/plain', file_url: url, filesize: 100 })
const show = (server: FakeServer, path = `/share/${token}/files`) =>
  renderSection(section, { path, server, session: 'anonymous' })

/** Addresses of the downloads that a page starts. */
function watchDownloads(): string[] {
  const addresses: string[] = []
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    addresses.push(new URL(this.href).pathname + new URL(this.href).search)
  }
  return addresses
}

/** A link to a folder with two texts. `state` changes what the server answers about the link and its folder. */
async function showTwo() {
  const [first, second] = [textFile('a.txt', '/a?signature=s'), textFile('c.txt', '/c?signature=s')]
  const bytes: Record<string, string | number> = { '/a?signature=s': 'first text', '/c?signature=s': 'third text' }
  const requests = serveBytes(bytes)
  const state: { share: Output<typeof publicShare> | ErrorCode; folder: ErrorCode | null } = {
    share: shareOf(),
    folder: null,
  }
  const server = fakeServer()
    .on(publicShare, () => (typeof state.share === 'string' ? refuse(state.share) : state.share))
    .on(publicFolder, () => (state.folder ? refuse(state.folder) : makeListing([first, second])))
  const view = await show(server)
  await view.user.click(await within(await screen.findByRole('grid')).findByText('a.txt'))
  screen.getByRole('grid').focus()
  await view.user.keyboard('{Enter}')
  return { ...view, server, bytes, requests, state, second }
}

test('an address with a file opens it above the list, and closing leaves the list', async () => {
  const file = textFile('a.txt', '/a')
  serveBytes({ '/a': 'shared text' })
  const server = fakeServer()
    .on(publicShare, shareOf())
    .on(publicFolder, makeListing([file]))
  const { user, address } = await show(server, `/share/${token}/files?preview=${file.id}`)
  expect(await within(await previewLayer('a.txt')).findByText('shared text')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await previewClosed()
  expect(address()).toBe(`/share/${token}/files`)
})

test('Enter opens a file above the list, with its neighbours and the download, and without actions that change it', async () => {
  const downloads = watchDownloads()
  const { user, address, second } = await showTwo()
  expect(await within(await previewLayer('a.txt')).findByText('first text')).toBeInTheDocument()
  await user.keyboard('{ArrowRight}')
  const preview = await previewLayer('c.txt')
  expect(await within(preview).findByText('third text')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files?preview=${second.id}`)
  expect(within(preview).queryByRole('button', { name: /Share|Delete|More/ })).toBeNull()
  await user.keyboard('{Delete}')
  await user.click(within(preview).getByRole('button', { name: 'Download' }))
  await waitFor(() => {
    expect(downloads).toEqual(['/c?signature=s&download=1'])
  })
  await user.keyboard('{Escape}')
  await previewClosed()
  expect(address()).toBe(`/share/${token}/files`)
  await waitFor(() => {
    expect(screen.getByRole('grid')).toHaveFocus()
  })
})

test.each([
  ['share-expired', 'This link has expired'],
  ['share-revoked', 'This link was turned off'],
] as const)('%s while a file is open: the next one says so, and nothing is requested again', async (code, title) => {
  const { user, bytes, requests, state, server } = await showTwo()
  await within(await previewLayer('a.txt')).findByText('first text')
  bytes['/c?signature=s'] = 410
  state.share = code
  state.folder = code
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  await previewClosed()
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/a?signature=s', '/c?signature=s'])
  expect(server.callsOf(publicFolder)).toHaveLength(2)
})

test('a new password while a file is open: after it the visitor is back at the file', async () => {
  const { user, bytes, state, server, address, second } = await showTwo()
  await within(await previewLayer('a.txt')).findByText('first text')
  bytes['/c?signature=s'] = 403
  state.share = shareOf({ protected: true, unlocked: false, type: null, item_id: null, name: null })
  state.folder = 'share-locked'
  server.on(unlockShare, () => {
    bytes['/c?signature=s'] = 'third text'
    state.share = shareOf({ protected: true })
    state.folder = null
    return shareOf({ protected: true })
  })
  await user.keyboard('{ArrowRight}')
  await user.type(await screen.findByLabelText('Password'), 'second{Enter}')
  expect(await within(await previewLayer('c.txt')).findByText('third text')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files?preview=${second.id}`)
})

test('the one file of a link opens from its picture, and closing returns there', async () => {
  const downloads = watchDownloads()
  serveBytes({ '/a?signature=s': 'the text' })
  const file = textFile('a.txt', '/a?signature=s')
  const server = fakeServer()
    .on(publicShare, shareOf({ type: 'file', name: 'a.txt' }))
    .on(publicFile, { data: file })
  const { user, address } = await show(server, `/share/${token}/file`)
  await user.click(await screen.findByRole('button', { name: 'Preview' }))
  const preview = await previewLayer('a.txt')
  expect(await within(preview).findByText('the text')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/file?preview=${file.id}`)
  await user.click(within(preview).getByRole('button', { name: 'Download' }))
  await waitFor(() => {
    expect(downloads).toEqual(['/a?signature=s&download=1'])
  })
  await user.keyboard('{Escape}')
  await previewClosed()
  expect(address()).toBe(`/share/${token}/file`)
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Preview' })).toHaveFocus()
  })
})

test('the one file of a link, whose address has expired, is fetched again; a revoked link says so', async () => {
  const bytes: Record<string, string | number> = { '/new': 'the text' }
  serveBytes(bytes)
  const id = makeId()
  let isRevoked = false
  let address = '/old'
  const server = fakeServer()
    .on(publicShare, () => (isRevoked ? refuse('share-revoked') : shareOf({ type: 'file' })))
    .on(publicFile, () => (isRevoked ? refuse('share-revoked') : { data: textFile('a.txt', address, id) }))
  const { user } = await show(server, `/share/${token}/file`)
  const opener = await screen.findByRole('button', { name: 'Preview' })
  address = '/new'
  await user.click(opener)
  expect(await within(await previewLayer('a.txt')).findByText('the text')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await previewClosed()
  bytes['/new'] = 410
  isRevoked = true
  await user.click(await screen.findByRole('button', { name: 'Preview' }))
  expect(await screen.findByRole('heading', { name: 'This link was turned off' })).toBeInTheDocument()
  await previewClosed()
})

test('a file without a preview is offered for download only', async () => {
  const file = makeEntry({ name: 'disk.img', mimetype: 'application/octet-stream', file_url: '/d' })
  const server = fakeServer()
    .on(publicShare, shareOf({ type: 'file', name: 'disk.img' }))
    .on(publicFile, { data: file })
  await show(server, `/share/${token}/file`)
  expect(await screen.findByRole('link', { name: 'Download' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
})

test('the one file of a link that could not be loaded can be loaded again', async () => {
  let isDown = true
  const server = fakeServer()
    .on(publicShare, shareOf({ type: 'file', name: 'a.txt' }))
    .on(publicFile, () => (isDown ? refuse('busy') : { data: textFile('a.txt', '/a') }))
  const { user } = await show(server, `/share/${token}/file`)
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is busy. Try again in a moment.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Preview' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})
