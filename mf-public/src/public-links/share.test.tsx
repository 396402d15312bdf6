import { publicFile, publicFolder, publicShare, unlockShare } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce } from '@holdall/section'
import { type FakeServer, fakeServer, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { shareOf, token } from './testing/public-link-fixture.ts'

giveLayout()

const folderId = makeId()
const locked = shareOf({ protected: true, unlocked: false, type: null, item_id: null, name: null })
const show = (server: FakeServer, path = `/share/${token}`) =>
  renderSection(section, { path, server, session: 'anonymous' })

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test.each([
  ['share-expired', 'This link has expired'],
  ['share-revoked', 'This link was turned off'],
  ['share-used-up', 'This link has reached its download limit'],
  ['throttled', 'Couldn’t open this link'],
] as const)('says what %s means and leads to sign-in', async (code, title) => {
  await show(fakeServer().on(publicShare, () => refuse(code, code === 'throttled' ? { retry_after: 9 } : {})))
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
})

test.each(['not-found', 'validation'] as const)('leads to the not-found page where the answer is %s', async (code) => {
  const { address } = await show(fakeServer().on(publicShare, () => refuse(code)))
  await waitFor(() => expect(address()).toBe('/not-found'))
})

test('the link of a restricted owner leads to a page that does not say why, and can be tried again', async () => {
  let isRestricted = true
  const server = fakeServer()
    .on(publicShare, () => (isRestricted ? refuse('owner-restricted') : shareOf()))
    .on(publicFolder, makeListing([]))
  const { address, user } = await show(server, `/share/${token}/files/${folderId}`)
  expect(await screen.findByRole('heading', { name: 'This link isn’t available right now' })).toBeInTheDocument()
  expect(address()).toBe('/temporary-unavailable')
  isRestricted = false
  await user.click(screen.getByRole('link', { name: 'Retry' }))
  await waitFor(() => expect(address()).toBe(`/share/${token}/files/${folderId}`))
  expect(await screen.findByText('This folder is empty')).toBeInTheDocument()
})

test('a link whose owner is restricted while a folder of it is open leads to the same page', async () => {
  let isRestricted = false
  const server = fakeServer()
    .on(publicShare, () => (isRestricted ? refuse('owner-restricted') : shareOf()))
    .on(publicFolder, () => (isRestricted ? refuse('owner-restricted') : makeListing([])))
  const { address, queryClient } = await show(server, `/share/${token}/files`)
  await screen.findByText('This folder is empty')
  isRestricted = true
  await queryClient.refetchQueries({ queryKey: ['link-files'] })
  await waitFor(() => expect(address()).toBe('/temporary-unavailable'))
})

test('a shared folder has the emoji that its owner gave it', async () => {
  const server = fakeServer()
    .on(publicShare, shareOf({ color: 'teal', emoji: '📷' }))
    .on(publicFolder, makeListing([makeEntry({ name: 'Logos.zip' })]))
  await show(server, `/share/${token}/files`)
  expect(await screen.findByText('📷')).toBeInTheDocument()
})

test('does not reveal the name of a locked link, and opens it by the right password only', async () => {
  let password = ''
  const server = fakeServer()
    .on(publicShare, () => (password === 'open-kit' ? shareOf({ protected: true }) : locked))
    .on(unlockShare, ({ body }) => {
      password = body.password
      return password === 'open-kit' ? shareOf({ protected: true }) : refuse('bad-credentials')
    })
    .on(publicFolder, makeListing([makeEntry({ name: 'Logos.zip' })]))
  const { user, address } = await show(server, `/share/${token}/files`)
  const field = await screen.findByLabelText('Password')
  expect(address()).toBe(`/share/${token}/authenticate`)
  expect(document.body).not.toHaveTextContent('Press kit')

  await user.type(field, 'guess{Enter}')
  expect(await screen.findByText('Wrong password. Try again.')).toBeInTheDocument()
  expect(server.callsOf(publicFolder)).toEqual([])

  await user.clear(field)
  await user.type(field, 'open-kit{Enter}')
  expect(await screen.findByText('Press kit')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files`)
})

test.each([
  ['a page of this link', `/share/${token}/files/${folderId}`, `/share/${token}/files/${folderId}`],
  ['another link', '/share/anotherlink12345678/files', `/share/${token}/files`],
  ['a link whose token begins alike', `/share/${token}x/files`, `/share/${token}/files`],
  ['a page outside links', '/platform/files', `/share/${token}/files`],
  ['another site', 'https://evil.example', `/share/${token}/files`],
  ['nothing', undefined, `/share/${token}/files`],
])('after the password, goes back only to a page of this link: %s', async (_what, from, expected) => {
  const server = fakeServer()
    .on(publicShare, shareOf({ protected: true }))
    .on(publicFolder, makeListing([]))
  const path = `/share/${token}/authenticate`
  const { address } = await renderSection(section, { path, server, session: 'anonymous', state: { from } })
  await waitFor(() => expect(address()).toBe(expected))
})

test('asks for the new password when the owner changes it while the folder is open', async () => {
  let open = true
  const server = fakeServer()
    .on(publicShare, () => (open ? shareOf() : locked))
    .on(publicFolder, () => (open ? makeListing([]) : refuse('share-locked')))
  const { queryClient, address } = await show(server, `/share/${token}/files`)
  expect(await screen.findByText('This folder is empty')).toBeInTheDocument()
  open = false
  await queryClient.refetchQueries({ queryKey: ['link-files'] })
  expect(await screen.findByLabelText('Password')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/authenticate`)
})

test('leads to the not-found page when the folder goes to the trash while it is open', async () => {
  let there = true
  const server = fakeServer()
    .on(publicShare, () => (there ? shareOf() : refuse('not-found')))
    .on(publicFolder, () => (there ? makeListing([]) : refuse('not-found')))
  const { queryClient, address } = await show(server, `/share/${token}/files`)
  await screen.findByText('This folder is empty')
  there = false
  await queryClient.refetchQueries({ queryKey: ['link-files'] })
  await waitFor(() => expect(address()).toBe('/not-found'))
})

test('says that the link was revoked to a visitor who returns to the page', async () => {
  let there = true
  const server = fakeServer()
    .on(publicShare, () => (there ? shareOf() : refuse('share-revoked')))
    .on(publicFolder, makeListing([]))
  const { address } = await show(server, `/share/${token}/files`)
  await screen.findByText('This folder is empty')
  there = false
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'))
  })
  expect(await screen.findByRole('heading', { name: 'This link was turned off' })).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files`)
})

test.each([
  ['a folder of the link', 'folder'],
  ['the one file of the link', 'file'],
] as const)(
  'says that the link was revoked in place of a download that fails without a message: %s',
  async (_what, type) => {
    let there = true
    const file = makeEntry({ name: 'Fact sheet.pdf', file_url: '/file/1?signature=s' })
    const server = fakeServer()
      .on(publicShare, () => (there ? shareOf({ type }) : refuse('share-revoked')))
      .on(publicFolder, makeListing([file]))
      .on(publicFile, { data: file })
    const { user } = await show(server)
    const clicked: string[] = []
    HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
      clicked.push(this.href)
    }
    const button = await screen.findByRole(type === 'file' ? 'link' : 'button', { name: 'Download' })
    await user.click(button)
    await waitFor(() => expect(clicked).toHaveLength(1))
    there = false
    await user.click(button)
    expect(await screen.findByRole('heading', { name: 'This link was turned off' })).toBeInTheDocument()
    expect(clicked).toHaveLength(1)
  },
)

test('says that the link was revoked while a folder inside it is open', async () => {
  let there = true
  const logos = makeEntry({ type: 'folder', name: 'Logos' })
  const server = fakeServer()
    .on(publicShare, () => (there ? shareOf() : refuse('share-revoked')))
    .on(publicFolder, () => (there ? makeListing([], { root: logos }) : refuse('share-revoked')))
  const { queryClient } = await show(server, `/share/${token}/files/${logos.id}`)
  await screen.findByText('This folder is empty')
  await waitFor(() => expect(document.title).toBe('Logos – Holdall'))
  there = false
  await queryClient.refetchQueries({ queryKey: ['link-files'] })
  expect(await screen.findByRole('heading', { name: 'This link was turned off' })).toBeInTheDocument()
})

test('a link to many files is fetched page by page', async () => {
  const entries = Array.from({ length: 450 }, (_, at) => makeEntry({ name: `photo ${String(at)}.jpg` }))
  const server = fakeServer()
    .on(publicShare, shareOf())
    .on(publicFolder, ({ query: { page = 1, per_page: size = 200 } }) =>
      makeListing(entries.slice((page - 1) * size, page * size), {
        paginate: { total: 450, currentPage: page, perPage: size, lastPage: 3 },
      }),
    )
  const { user } = await show(server)
  await user.click(await screen.findByText('photo 0.jpg'))
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '451')
  await user.keyboard('{End}')
  expect(await screen.findByText('photo 449.jpg')).toBeInTheDocument()
  expect(server.callsOf(publicFolder).map(({ query }) => query.page)).toEqual([1, 3])
})

test('leads back to the top from a folder that is not in the link', async () => {
  const server = fakeServer()
    .on(publicShare, shareOf())
    .on(publicFolder, ({ params }) => (params.id === 'all' ? makeListing([]) : refuse('not-found')))
  const { user, address } = await show(server, `/share/${token}/files/${makeId()}`)
  await user.click(await screen.findByRole('button', { name: 'Show all files' }))
  expect(await screen.findByText('This folder is empty')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files`)
})

test('shows a folder with its owner and expiry, and without actions that change it', async () => {
  const server = fakeServer()
    .on(publicShare, shareOf())
    .on(
      publicFolder,
      makeListing([makeEntry({ name: 'Fact sheet.pdf' }), makeEntry({ type: 'folder', name: 'Logos' })]),
    )
  const { address } = await show(server)
  expect(await screen.findByText('Maya Lindqvist')).toBeInTheDocument()
  expect(screen.getByText(/Mar 23, 2027/)).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files`)
  await waitFor(() => expect(document.title).toBe('Press kit – Holdall'))
  const tile = screen.getByText('Press kit').parentElement?.previousElementSibling
  expect(tile?.querySelector('svg[viewBox="0 0 36 36"]')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /Rename|Delete|Move|Share|Upload/ })).toBeNull()
})

test('offers the one file of a link for download', async () => {
  const file = makeEntry({
    name: 'Fact sheet.pdf',
    mimetype: 'application/pdf',
    filesize: 1_800_000,
    file_url: '/file/1?signature=s',
  })
  const server = fakeServer()
    .on(publicShare, shareOf({ type: 'file', name: 'Fact sheet.pdf' }))
    .on(publicFile, { data: file })
  const { address } = await show(server)
  const link = await screen.findByRole('link', { name: 'Download' })
  expect(link).toHaveAttribute('href', '/file/1?signature=s&download=1')
  expect(screen.getByRole('heading', { name: 'Fact sheet.pdf' })).toBeInTheDocument()
  expect(screen.getByText('1.8 MB')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/file`)
})
