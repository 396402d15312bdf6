import {
  browseShared,
  copyEntries,
  moveEntries,
  removeEntries,
  renameEntry,
  revokeAllShares,
  updateShare,
} from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { clipboard } from '../entries/clipboard.ts'
import section from '../section.ts'
import { entryIn, serverWith, share } from '../testing/platform-fixture.ts'
import { chooseInMore, openMore } from '../testing/more-menu.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

afterEach(() => {
  clipboard.set(null)
})

const done = (count: number) => ({ message: 'Done.', count })
const contracts = { id: makeId(), name: 'Contracts' }
const tokenOf = (at: number) => `token-of-link-number-${String(at)}`
const linked = (at: number, name: string, type: 'file' | 'folder' = 'file') => {
  const id = makeId()
  const link = share(id, { type, token: tokenOf(at), link: `/share/${tokenOf(at)}` })
  return entryIn(at % 2 ? contracts : null, { id, type, name, shared: link })
}
const plan = linked(1, 'plan.docx')
const album = linked(2, 'Album', 'folder')

const withLinks = ({ relationships: { shared } }: typeof album, total: number) =>
  shared && { ...shared, meta: { total } }

const archive = makeEntry({ type: 'folder', name: 'Archive' })

const open = async (...shared: ReturnType<typeof linked>[]) => {
  const { server, home } = serverWith([archive])
  home.shared.push(...shared)
  return { ...(await renderSection(section, { path: '/platform/my-shared-items', server })), server, home }
}
const grid = async () => within(await screen.findByRole('grid'))
const menuItems = async (name: string) => {
  fireEvent.contextMenu(await screen.findByText(name))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}
const selectAll = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
}

test('shows what has a link, with the link and the folder of each', async () => {
  const { server } = await open(plan, album)
  const list = await grid()
  const row = (await list.findByText('plan.docx')).closest('[role=row]')
  expect(row?.querySelector('[data-col=shared]')).toHaveTextContent('Link')
  expect(row?.querySelector('[data-col=location]')).toHaveTextContent('Contracts')
  expect(list.getByText('End of shared items')).toBeInTheDocument()
  expect(server.callsOf(browseShared)[0]?.query).toMatchObject({ sort: 'created_at', direction: 'DESC' })
  expect(document.title).toMatch(/^My shared items/)
})

test('is sorted by its column heads, which does not change the order of Files', async () => {
  const { user, server, host } = await open(plan, album)
  const list = await grid()
  await list.findByText('plan.docx')
  await user.click(within(list.getByRole('columnheader', { name: 'Name' })).getByRole('button'))
  await waitFor(() => {
    expect(server.callsOf(browseShared).at(-1)?.query).toMatchObject({ sort: 'name', direction: 'ASC' })
  })
  expect(host.preferences.get().sort).toEqual({ field: 'created_at', direction: 'DESC' })
})

test('has its own text when it is empty', async () => {
  await open()
  expect(await screen.findByText('No shared items')).toBeInTheDocument()
  expect(screen.getByText('Files and folders you create a link for appear here.')).toBeInTheDocument()
})

test('what failed to load can be tried again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(browseShared, () => (isBroken ? refuse('internal') : makeListing([plan])))
  const { user } = await renderSection(section, { path: '/platform/my-shared-items', server })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('plan.docx')).toBeInTheDocument()
})

test('the menu of one file, and of one folder', async () => {
  const { user } = await open(plan, album)
  const [changes, last] = [
    ['RenameF2', 'Move', 'Copy to…'],
    ['Details', 'More', 'DeleteDel'],
  ]
  const furtherOfBoth = ['Duplicate', 'CopyCtrl+C', 'CutCtrl+X']
  const further = async () => (await openMore()).map(({ textContent }) => textContent)
  expect(await menuItems('plan.docx')).toEqual([
    'PreviewEnter',
    'Show in folder',
    'Download',
    'Edit link…',
    'Copy link',
    ...changes,
    'Versions',
    ...last,
  ])
  expect(await further()).toEqual(['Copy direct link', 'Copy embed code', ...furtherOfBoth])
  await user.keyboard('{Escape}{Escape}')
  await waitFor(() => {
    expect(screen.queryByRole('menuitem')).toBeNull()
  })
  expect(await menuItems('Album')).toEqual([
    'OpenEnter',
    'Show in folder',
    'Download',
    'Edit link…',
    'Copy link',
    'Add to favorites',
    ...changes,
    ...last,
  ])
  expect(await further()).toEqual(['Convert to team folder…', 'Request files', 'Color and emoji…', ...furtherOfBoth])
})

test('a folder opens in Files, and so does the folder that an item is in', async () => {
  const { user, address, host } = await open(plan, album)
  await user.dblClick(await (await grid()).findByText('Album'))
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${album.id}`)
  })
  host.navigation.go({ name: 'MySharedItems' })
  await menuItems('plan.docx')
  await user.click(screen.getByRole('menuitem', { name: 'Show in folder' }))
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${contracts.id}`)
  })
})

test('the whole address of a link is copied from the menu, which says so when it cannot be', async () => {
  const { user } = await open(plan)
  let copied = ''
  document.execCommand = () => {
    copied = (document.activeElement as HTMLTextAreaElement).value
    return true
  }
  await menuItems('plan.docx')
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  expect(await screen.findByText('Link copied')).toBeInTheDocument()
  expect(copied).toBe(`${location.origin}/share/${tokenOf(1)}`)
  document.execCommand = () => false
  await menuItems('plan.docx')
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  expect(await screen.findByText('Couldn’t copy the link')).toBeInTheDocument()
})

test('the link is edited with the options that it has', async () => {
  const id = makeId()
  const { user, server } = await open(
    entryIn(contracts, { id, name: 'plan.docx', shared: share(id, { protected: true, expire_in: 24 }) }),
  )
  server.on(updateShare, { data: share(id) })
  await menuItems('plan.docx')
  await user.click(screen.getByRole('menuitem', { name: 'Edit link…' }))
  expect(await screen.findByRole('switch', { name: 'Password' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeInTheDocument()
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ expiration: 168 })
})

test('the menu of several items', async () => {
  const { user } = await open(plan, linked(3, 'notes.txt'))
  await selectAll(user)
  expect(await menuItems('plan.docx')).toEqual([
    'Download',
    'Move',
    'Copy to…',
    'Details',
    'More',
    'Remove links',
    'DeleteDel',
  ])
})

test('the keys of the menu work in the list', async () => {
  const { user, server } = await open(plan)
  server.on(renameEntry, { data: plan })
  await user.click(await (await grid()).findByText('plan.docx'))
  await user.keyboard('{Control>}c{/Control}')
  expect(clipboard.get()).toMatchObject({ mode: 'copy', moving: { count: 1, name: 'plan.docx' } })
  await user.keyboard('{Control>}x{/Control}')
  expect(clipboard.get()?.mode).toBe('cut')
  await user.keyboard('{F2}final{Enter}')
  await waitFor(() => {
    expect(server.callsOf(renameEntry)[0]?.body).toEqual({ name: 'final.docx' })
  })
})

test('items are duplicated in their own folders', async () => {
  const { user, server } = await open(plan, album)
  server.on(copyEntries, () => ({ ...done(1), ids: [makeId()] }))
  await selectAll(user)
  await menuItems('plan.docx')
  await chooseInMore(user, 'Duplicate')
  expect(await screen.findByText('2 items duplicated')).toBeInTheDocument()
  expect(server.callsOf(copyEntries).map(({ body }) => body)).toMatchObject([
    { to_id: contracts.id, items: [{ id: plan.id, type: 'file' }] },
    { to_id: null, items: [{ id: album.id, type: 'folder' }] },
  ])
})

test('color and emoji of a folder are changed from its menu', async () => {
  const { user, server } = await open(album)
  server.on(renameEntry, { data: album })
  await menuItems('Album')
  await chooseInMore(user, 'Color and emoji…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Album”' }))
  await user.click(dialog.getByRole('radio', { name: 'Violet' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => {
    expect(server.callsOf(renameEntry)[0]?.body).toMatchObject({ name: 'Album', color: 'violet' })
  })
})

test('removing all links of items is confirmed first, and the items leave the list', async () => {
  const { user, server, home } = await open(plan, { ...album, relationships: { shared: withLinks(album, 2) } })
  server.on(revokeAllShares, () => {
    home.shared.length = 0
    return done(3)
  })
  await selectAll(user)
  await user.click(screen.getByRole('button', { name: 'Remove links' }))
  const first = within(await screen.findByRole('alertdialog', { name: 'Remove 3 links?' }))
  await user.click(first.getByRole('button', { name: 'Keep sharing' }))
  expect(server.callsOf(revokeAllShares)).toHaveLength(0)
  await user.click(await screen.findByRole('button', { name: 'Remove links' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'Remove 3 links?' }))
  await user.click(again.getByRole('button', { name: 'Remove links' }))
  expect(await screen.findByText('3 links removed')).toBeInTheDocument()
  expect(await screen.findByText('No shared items')).toBeInTheDocument()
  expect(server.callsOf(revokeAllShares).map(({ body }) => body)).toEqual([{ ids: [plan.id, album.id] }])
  // One event for each link, but one request for all.
  expect(server.callsOf(browseShared)).toHaveLength(2)
})

/** A server whose list has several pages. */
async function openMany(total: number) {
  const entries = Array.from({ length: total }, (_, at) => linked(at, `file ${String(at)}`))
  const { server } = serverWith([])
  server.on(browseShared, ({ query: { page = 1 } }) =>
    makeListing(entries.slice((page - 1) * 200, page * 200), {
      paginate: { total, lastPage: Math.ceil(total / 200), perPage: 200, currentPage: page },
    }),
  )
  const view = await renderSection(section, { path: '/platform/my-shared-items', server })
  await selectAll(view.user)
  await screen.findByText(`${total.toLocaleString('en-US')} selected`)
  return { ...view, server, entries }
}

test('links of items are removed in calls of a hundred, up to the first that fails', async () => {
  const { user, server } = await openMany(350)
  let calls = 0
  server.on(revokeAllShares, () => (++calls === 3 ? refuse('not-found') : done(100)))
  await user.click(screen.getByRole('button', { name: 'Remove links' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove 350 links?' }))
  await user.click(question.getByRole('button', { name: 'Remove links' }))
  expect(await screen.findByText('200 links removed')).toBeInTheDocument()
  expect(
    screen.getByText('This item no longer exists, or your access to it has changed. The list is now up to date.'),
  ).toBeInTheDocument()
  expect(server.callsOf(revokeAllShares).map(({ body }) => body.ids.length)).toEqual([100, 100, 100])
})

test('select all and Delete sends the items by id in calls of a thousand, and not everything that the user has', async () => {
  const { user, server, entries } = await openMany(1200)
  server.on(removeEntries, ({ body }) => done('items' in body ? body.items.length : 0))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Move 1,200 items to trash?' }))
  await user.click(question.getByRole('button', { name: 'Move to trash' }))
  expect(await screen.findByText('1,200 items moved to trash')).toBeInTheDocument()
  const items = entries.map(({ id }) => ({ id, type: 'file' }))
  expect(server.callsOf(removeEntries).map(({ body }) => body)).toEqual([
    { items: items.slice(0, 1000), only_live: true },
    { items: items.slice(1000), only_live: true },
  ])
})

test('is refreshed when a link is revoked or an item is deleted elsewhere', async () => {
  const { host, home } = await open(plan, album)
  const list = await grid()
  await list.findByText('plan.docx')
  home.shared.shift()
  host.events.emit('shares.changed', { entryId: plan.id })
  await waitFor(() => {
    expect(list.queryByText('plan.docx')).not.toBeInTheDocument()
  })
  home.shared.length = 0
  host.events.emit('trash.changed', {})
  expect(await screen.findByText('No shared items')).toBeInTheDocument()
})

test('an item that is dropped on a folder of the sidebar is moved there, and Undo moves it back', async () => {
  const { user, server } = await open(plan)
  server.on(moveEntries, done(1))
  const dataTransfer = { types: ['application/x-holdall'], setData() {}, setDragImage() {} }
  const name = await (await grid()).findByText('plan.docx')
  const folder = await within(await screen.findByRole('navigation', { name: 'Folders' })).findByText('Archive')
  fireEvent.dragStart(name, { dataTransfer })
  fireEvent.dragOver(folder, { dataTransfer })
  fireEvent.drop(folder, { dataTransfer })
  expect(await screen.findByText('“plan.docx” moved to “Archive”')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries).map(({ body }) => body)).toMatchObject([
      { to_id: archive.id, items: [{ id: plan.id, type: 'file' }] },
      { to_id: contracts.id, items: [{ id: plan.id, type: 'file' }] },
    ])
  })
})
