import {
  browseUnfinishedUploads,
  endUnfinishedUpload,
  endUnfinishedUploads,
  storageUsage,
  type UnfinishedUpload,
} from '@holdall/api'
import { makeId, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { makeUnfinishedUpload, unfinishedUploads } from '../testing/own-account-fixture.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const upload = (attributes: Partial<UnfinishedUpload['attributes']> = {}) => makeUnfinishedUpload(makeId(), attributes)

async function open(uploads: readonly UnfinishedUpload[]) {
  const { server } = serverWith([])
  const state = { uploads }
  // The other part of the page is not loaded.
  server.on(storageUsage, () => new Promise<never>(() => {}))
  server.on(browseUnfinishedUploads, () => unfinishedUploads(state.uploads))
  server.on(endUnfinishedUpload, ({ params }) => {
    state.uploads = state.uploads.filter(({ id }) => id !== params.id)
    return {}
  })
  server.on(endUnfinishedUploads, () => {
    state.uploads = []
    return {}
  })
  return { state, ...(await renderSection(section, { path: '/user/settings/storage', server })) }
}
const confirm = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name }))
}
const end = (name: string) => screen.findByRole('button', { name: `End the upload of “${name}”` })

test('names who uploads what, how much has arrived and where to', async () => {
  await open([
    upload({ name: 'a.mp4', path: 'x/y' }),
    upload({ name: 'b', filesize: null, reserved: 64_000_000, uploader: { kind: 'link', name: 'Team' }, folder: null }),
    upload({ name: 'c', uploader: { kind: 'link', name: null }, folder: { name: 'Inbox' } }),
    upload({ name: 'd', uploader: { kind: 'upload-request', name: 'Photos' } }),
    upload({ name: 'e', uploader: { kind: 'member', name: 'Grace' } }),
    upload({ name: 'f', uploader: { kind: 'member', name: null } }),
  ])
  const buttons = await screen.findAllByRole('button', { name: /^End the upload of/ })
  const texts = buttons.map((button) => button.closest('li')?.textContent.replace(/[⁦-⁩]/g, ''))
  expect(texts[0]).toContain('x/y/a.mp4By you · To Files500 MB of 2 GB · 2 GB reserved')
  expect(texts[1]).toContain('By a link to “Team” · To a deleted folder500 MB so far · 64 MB reserved')
  expect(texts[2]).toContain('By a public link · To “Inbox”')
  expect(texts[3]).toContain('By the file request “Photos”')
  expect(texts[4]).toContain('By Grace')
  expect(texts[5]).toContain('By a former member')
})

test('one is ended after a question, by keyboard, and the focus stays in the list', async () => {
  const { server, user } = await open([upload({ name: 'a' }), upload({ name: 'b' })])
  const button = await end('a')
  button.focus()
  await user.keyboard('{Enter}')
  await confirm(user, 'End')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End the upload of “a”' })).toBeNull())
  expect(server.callsOf(endUnfinishedUpload)).toHaveLength(1)
  expect(await end('b')).toBeInTheDocument()
  await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText('b')))
})

test('all are ended after a question; then there are none', async () => {
  const { user } = await open([upload({ name: 'a' }), upload({ name: 'b' })])
  await user.click(await screen.findByRole('button', { name: 'End all' }))
  await confirm(user, 'End all')
  expect(await screen.findByText('No unfinished uploads')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'End all' })).toBeNull()
})

test('a failure to end one is reported, and it stays', async () => {
  const { server, user } = await open([upload({ name: 'a' })])
  server.on(endUnfinishedUpload, () => refuse('internal'))
  await user.click(await end('a'))
  await confirm(user, 'End')
  expect(await screen.findByText(/Something went wrong/)).toBeInTheDocument()
  expect(screen.getByText('a')).toBeInTheDocument()
})

test('one that has ended meanwhile goes without an error', async () => {
  const { server, state, user } = await open([upload({ name: 'a' })])
  server.on(endUnfinishedUpload, () => {
    state.uploads = []
    return refuse('not-found')
  })
  await user.click(await end('a'))
  await confirm(user, 'End')
  expect(await screen.findByText('No unfinished uploads')).toBeInTheDocument()
  expect(screen.queryByText(/Something went wrong/)).toBeNull()
})

test('further ones are loaded by pages', async () => {
  const { server } = serverWith([])
  const first = [upload({ name: 'a' }), upload({ name: 'b' })]
  server.on(storageUsage, () => new Promise<never>(() => {}))
  server.on(browseUnfinishedUploads, ({ query }) =>
    Number(query.page) === 2 ? unfinishedUploads([upload({ name: 'c' })], 2, 2) : unfinishedUploads(first, 1, 2),
  )
  const { user } = await renderSection(section, { path: '/user/settings/storage', server })
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await end('c')).toBeInTheDocument()
})

test('is fetched again when another page has changed the storage', async () => {
  const { host, state } = await open([upload({ name: 'a' })])
  await end('a')
  state.uploads = []
  act(() => host.events.emit('user.changed', { userId: makeId() }))
  expect(await screen.findByText('No unfinished uploads')).toBeInTheDocument()
})

test('what failed to load can be tried again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(storageUsage, () => new Promise<never>(() => {}))
  server.on(browseUnfinishedUploads, () => (isBroken ? refuse('internal') : unfinishedUploads([])))
  const { user } = await renderSection(section, { path: '/user/settings/storage', server })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('No unfinished uploads')).toBeInTheDocument()
})
