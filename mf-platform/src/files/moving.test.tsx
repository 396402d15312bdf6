import { folderTree, moveEntries } from '@holdall/api'
import { makeEntry, makeId, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const done = { message: 'Done.', count: 1 }
const rowOf = async (name: string) => {
  const row = (await within(await screen.findByRole('grid')).findByText(name)).closest('[role=row]')
  if (!row) throw new Error(`${name} stands in no row.`)
  return row
}

const open = async () => {
  const target = makeEntry({ type: 'folder', name: 'Archive' })
  const moved = makeEntry({ type: 'folder', name: 'Contracts' })
  const { server } = serverWith([target, moved])
  server.on(moveEntries, done)
  const view = await renderSection(section, { path: '/platform/files', server })
  await rowOf('Contracts')
  act(() => {
    view.host.overlay.open('move', { ids: [moved.id], fromId: null })
  })
  const tree = await screen.findByRole('tree', { name: 'Folders' })
  await within(tree).findByText('Archive')
  return { ...view, server, target, moved, tree }
}
const item = (tree: HTMLElement, name: string) => within(tree).getByRole('treeitem', { name })

test('sends the entries to the folder that was chosen', async () => {
  const { user, server, target, moved, tree } = await open()
  await user.click(item(tree, 'Archive'))
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  expect(await screen.findByText('“Contracts” moved to “Archive”')).toBeInTheDocument()
  expect(server.callsOf(moveEntries)[0]?.body).toEqual({
    to_id: target.id,
    items: [{ id: moved.id, type: 'folder' }],
    on_conflict: 'ask',
  })
})

test('the folder that has the focus is the only tab stop of the tree', async () => {
  const { user, tree } = await open()
  const tabStops = () =>
    within(tree)
      .getAllByRole('treeitem')
      .filter(({ tabIndex }) => tabIndex === 0)
  await user.click(item(tree, 'Archive'))
  expect(tabStops()).toEqual([item(tree, 'Archive')])
  await user.keyboard('{ArrowUp}')
  expect(tabStops()).toEqual([item(tree, 'Files')])
  expect(item(tree, 'Files')).toHaveFocus()
})

test('a selection of everything names the entries that are excluded', async () => {
  const { user, host, server, target, tree } = await open()
  await user.keyboard('{Escape}')
  expect(tree).not.toBeInTheDocument()
  act(() => {
    host.overlay.open('move', { ids: [target.id], fromId: null, allBut: true })
  })
  const again = await screen.findByRole('tree', { name: 'Folders' })
  await user.click(await within(again).findByRole('treeitem', { name: 'Archive' }))
  expect(within(again).getByRole('treeitem', { name: 'Contracts' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  await user.click(await screen.findByRole('button', { name: 'Move' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries)[0]?.body).toEqual({
      to_id: target.id,
      parent_id: null,
      all: true,
      except: [target.id],
      on_conflict: 'ask',
    })
  })
})

test('a folder cannot be chosen as its own target', async () => {
  const { user, tree } = await open()
  expect(item(tree, 'Contracts')).toHaveAttribute('aria-disabled', 'true')
  await user.click(item(tree, 'Contracts'))
  expect(item(tree, 'Contracts')).toHaveAttribute('aria-selected', 'false')
  expect(screen.getByRole('button', { name: 'Move here' })).toHaveAttribute('aria-disabled', 'true')
})

test('the current folder cannot be chosen as the target', async () => {
  const { user, tree } = await open()
  await user.click(item(tree, 'Files'))
  const button = screen.getByRole('button', { name: 'Move here' })
  expect(button).toHaveAttribute('title', 'It’s already in this folder.')
})

test('a move into itself that the server refuses is reported with a message, and the popup stays', async () => {
  const { user, server, tree } = await open()
  server.on(moveEntries, () => refuse('move-into-itself'))
  await user.click(item(tree, 'Archive'))
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  expect(await screen.findByText('A folder can’t be moved into itself')).toBeInTheDocument()
  expect(tree).toBeInTheDocument()
})

test('a move that the server refuses as too deep is reported, and the popup stays', async () => {
  const { user, server, tree } = await open()
  server.on(moveEntries, () => refuse('too-deep'))
  await user.click(item(tree, 'Archive'))
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  expect(await screen.findByText('Too many nested folders')).toBeInTheDocument()
  expect(screen.getByText('Choose a folder at a higher level.')).toBeInTheDocument()
  expect(tree).toBeInTheDocument()
})

test('the tree is operated with arrow keys', async () => {
  const { user, tree } = await open()
  item(tree, 'Files').focus()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(item(tree, 'Archive')).toHaveFocus()
  expect(item(tree, 'Archive')).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{Home}')
  expect(item(tree, 'Files')).toHaveFocus()
})

test('a level of the tree that fails to load shows an error in its place, and is retried by click and by keyboard', async () => {
  const contracts = makeEntry({ type: 'folder', name: 'Contracts' })
  const node = { color: null, emoji: null, parent_id: null, has_folders: false }
  const archive = { ...node, id: makeId(), name: 'Archive', has_folders: true }
  const { server } = serverWith([contracts])
  server.on(folderTree, () => refuse('busy'))
  const { host, user } = await renderSection(section, { path: '/platform/files', server })
  const closeAlert = async () => {
    await user.click(await screen.findByRole('button', { name: 'OK' }))
  }
  await closeAlert()
  await rowOf('Contracts')
  act(() => {
    host.overlay.open('move', { ids: [contracts.id], fromId: null })
  })
  await closeAlert()
  const tree = await screen.findByRole('tree', { name: 'Folders' })
  await within(tree).findByRole('treeitem', { name: /^Couldn’t load the folders/ })
  server.on(folderTree, ({ query }) => (query.parent_id ? refuse('busy') : { data: [archive] }))
  await user.click(within(tree).getByRole('button', { name: 'Retry' }))
  expect(item(tree, 'Files')).toHaveFocus()
  expect(await within(tree).findByRole('treeitem', { name: 'Archive' })).toBeInTheDocument()

  await user.keyboard('{ArrowDown}{ArrowRight}')
  await closeAlert()
  await within(tree).findByRole('treeitem', { name: /^Couldn’t load the folders/ })
  server.on(folderTree, ({ query }) => ({
    data: query.parent_id ? [{ ...node, id: makeId(), name: '2026' }] : [archive],
  }))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(item(tree, 'Archive')).toHaveFocus()
  expect(await within(tree).findByRole('treeitem', { name: '2026' })).toHaveAttribute('aria-level', '3')
})

test('a long level of the tree is loaded page by page by keyboard', async () => {
  const contracts = makeEntry({ type: 'folder', name: 'Contracts' })
  const node = (name: string) => ({ id: makeId(), name, color: null, emoji: null, parent_id: null, has_folders: false })
  const { server } = serverWith([contracts])
  const pages = { first: [node('Archive')], second: [node('Photos')] }
  server.on(folderTree, ({ query: { cursor } }) =>
    cursor === 'second'
      ? { data: pages.second, meta: { next_cursor: null } }
      : { data: pages.first, meta: { next_cursor: 'second' } },
  )
  const { host, user } = await renderSection(section, { path: '/platform/files', server })
  await rowOf('Contracts')
  act(() => {
    host.overlay.open('move', { ids: [contracts.id], fromId: null })
  })
  const tree = await screen.findByRole('tree', { name: 'Folders' })
  ;(await within(tree).findByRole('treeitem', { name: 'Archive' })).focus()
  await user.keyboard('{ArrowDown}{Enter}')
  await within(tree).findByRole('treeitem', { name: 'Photos' })
  expect(item(tree, 'Archive')).toHaveFocus()
  expect(within(tree).queryByRole('treeitem', { name: 'Show more' })).not.toBeInTheDocument()
})
