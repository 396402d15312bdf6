import { createShare, linksOfEntry, revokeAllShares, revokeShares, type Share, updateShare } from '@holdall/api'
import { makeEntry, makeId, refuse, type RenderedSection, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith, share } from '../testing/platform-fixture.ts'

const id = makeId()
const linkOf = (at: number, attributes: Parameters<typeof share>[1] = {}) => {
  const token = `token-of-a-link-${String(at)}`
  return share(id, { type: 'folder', token, link: `https://files.example/share/${token}`, ...attributes })
}
const press = linkOf(1, { name: 'Press', permission: 'editor' })
const locked = linkOf(2, { protected: true, expires_at: '2096-01-02T10:00:00.000Z' })

async function openPopup(host: RenderedSection['host'], { attributes: { token } }: Share) {
  await within(await screen.findByRole('grid')).findByText('Album')
  act(() => {
    host.overlay.open('share-edit', { id, name: 'Album', type: 'folder', token })
  })
}

async function open(...links: Share[]) {
  const [primary = press] = links
  const entry = makeEntry({ id, type: 'folder', name: 'Album', shared: primary, links: links.length })
  const { server } = serverWith([entry])
  server.on(linksOfEntry, () => ({ data: links, meta: { can_create: true } }))
  const view = await renderSection(section, { path: '/platform/files', server })
  await openPopup(view.host, primary)
  await screen.findByRole('dialog', { name: 'Share “Album”' })
  return { ...view, server, links }
}
const list = async () => within(await screen.findByRole('list', { name: 'Links' }))
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], button: string) => {
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: button }))
}

test('an item with several links shows how many, and what each allows', async () => {
  await open(press, locked, linkOf(3, { expires_at: '2020-01-02T10:00:00.000Z' }))
  expect(screen.getAllByText('3 links').length).toBeGreaterThan(0)
  const items = await (await list()).findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'PressCan edit · No end date',
    expect.stringMatching(/^files\.example\/share\/token-of-a-link-2Can view · Password · Until Jan 2, 2096/),
    expect.stringMatching(/Can view · Expired on Jan 2, 2020/),
  ])
})

test('a link of several is edited and renamed, and the list is shown again', async () => {
  const { user, server } = await open(press, locked)
  server.on(updateShare, { data: press })
  await user.click(await (await list()).findByRole('button', { name: /^Press/ }))
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue('files.example/share/token-of-a-link-1')
  const name = screen.getByRole('textbox', { name: /^Label/ })
  expect(name).toHaveValue('Press')
  await user.clear(name)
  await user.type(name, 'Newspapers')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeInTheDocument()
  expect(server.callsOf(updateShare)[0]).toMatchObject({ params: { token: 'token-of-a-link-1' } })
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ name: 'Newspapers' })
  expect(await screen.findByRole('list', { name: 'Links' })).toBeInTheDocument()
})

test('another name does not renew a link that has expired', async () => {
  const { user, server } = await open(linkOf(1, { expire_in: 24, expires_at: '2020-01-02T10:00:00.000Z' }))
  server.on(updateShare, { data: press })
  await user.type(screen.getByRole('textbox', { name: /^Label/ }), 'Old')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Link updated')
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ name: 'Old' })
})

test('a further link begins without the rules of the others, and leads to the list', async () => {
  const { user, server, links } = await open(press)
  server.on(createShare, () => {
    links.push(locked)
    return { data: locked }
  })
  await user.click(screen.getByRole('button', { name: 'Create another link' }))
  expect(await screen.findByRole('radio', { name: 'Can view' })).toBeChecked()
  await user.type(screen.getByRole('textbox', { name: /^Label/ }), ' Friends ')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue('files.example/share/token-of-a-link-2')
  expect(server.callsOf(createShare)[0]?.body).toMatchObject({ id, name: 'Friends' })
  await user.click(screen.getByRole('button', { name: 'All links (2)' }))
  expect(await (await list()).findAllByRole('listitem')).toHaveLength(2)
})

test('where an item has as many links as it can have, the server’s message says so', async () => {
  const { user, server } = await open(press, locked)
  const message = 'An item can have up to 50 links.'
  server.on(createShare, () => refuse('too-many-links', { message }))
  await user.click(screen.getByRole('button', { name: 'Create another link' }))
  await user.click(await screen.findByRole('button', { name: 'Create link' }))
  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('one link is removed after a question, and the others stay', async () => {
  const { user, server, links } = await open(press, locked, linkOf(3))
  server.on(revokeShares, () => {
    links.shift()
    return { message: 'Done.', count: 1 }
  })
  await user.click(await (await list()).findByRole('button', { name: 'Remove the link Press' }))
  await choose(user, 'Keep link')
  expect(server.callsOf(revokeShares)).toHaveLength(0)
  await user.click(await (await list()).findByRole('button', { name: 'Remove the link Press' }))
  await choose(user, 'Remove link')
  expect(await screen.findByText('Link removed')).toBeInTheDocument()
  expect(server.callsOf(revokeShares)[0]?.body).toEqual({ tokens: ['token-of-a-link-1'] })
  await waitFor(() => {
    expect(screen.queryByText('Press')).not.toBeInTheDocument()
  })
  expect(await (await list()).findAllByRole('listitem')).toHaveLength(2)
})

test('a link that was removed elsewhere is not shown any more, when it is saved or removed', async () => {
  const { user, server, links } = await open(press, locked)
  const gone = () => {
    links.shift()
    return refuse('not-found')
  }
  server.on(updateShare, gone).on(revokeShares, gone)
  await user.click(await (await list()).findByRole('button', { name: /^Press/ }))
  await user.click(await screen.findByRole('switch', { name: 'Expires' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This link was already removed')).toBeInTheDocument()
  await waitFor(async () => {
    expect((await list()).getAllByRole('listitem')).toHaveLength(1)
  })
  await user.click((await list()).getByRole('button', { name: /^Remove the link/ }))
  await choose(user, 'Stop sharing')
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Share “Album”' })).not.toBeInTheDocument()
  })
})

test('an only link that was removed elsewhere leaves the form of a new one', async () => {
  const { user, server } = await open(press)
  server.on(updateShare, () => refuse('not-found'))
  await user.click(screen.getByRole('switch', { name: 'Expires' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This link was already removed')).toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: 'Link' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Create link' })).toBeInTheDocument()
})

test('all links are removed after a question, and the popup closes', async () => {
  const { user, server } = await open(press, locked)
  server.on(revokeAllShares, { message: 'Done.', count: 2 })
  await user.click(screen.getByRole('button', { name: 'Remove all links' }))
  expect(await screen.findByRole('alertdialog', { name: 'Remove 2 links?' })).toBeInTheDocument()
  await choose(user, 'Remove links')
  expect(await screen.findByText('2 links removed')).toBeInTheDocument()
  expect(server.callsOf(revokeAllShares)[0]?.body).toEqual({ ids: [id] })
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Share “Album”' })).not.toBeInTheDocument()
  })
})

test('links that fail to load can be tried again', async () => {
  const entry = makeEntry({ id, type: 'folder', name: 'Album', shared: press, links: 2 })
  const { server } = serverWith([entry])
  server.on(linksOfEntry, () => refuse('internal'))
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  await openPopup(host, press)
  expect(await screen.findByText('Couldn’t load the links')).toBeInTheDocument()
  server.on(linksOfEntry, { data: [press, locked], meta: { can_create: true } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await (await list()).findAllByRole('listitem')).toHaveLength(2)
})
