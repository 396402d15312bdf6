import { browseFolder, folderTree, moveEntries, removeEntries } from '@holdall/api'
import { makeEntry, makeId, makeListing, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const done = { message: 'Done.', count: 1 }

const transfer = () => ({
  types: ['application/x-holdall'],
  setData() {},
  setDragImage() {},
  effectAllowed: '',
  dropEffect: '',
})
const open = async () => {
  const target = makeEntry({ type: 'folder', name: 'Archive' })
  const file = makeEntry({ name: 'plan.docx' })
  const { server } = serverWith([target, file])
  server.on(moveEntries, done)
  const view = await renderSection(section, { path: '/platform/files', server })
  const grid = await screen.findByRole('grid')
  await within(grid).findByText('plan.docx')
  return { ...view, server, target, file, grid }
}

test('a row that is dropped on a folder moves into it', async () => {
  const { server, target, file, grid } = await open()
  const dataTransfer = transfer()
  fireEvent.dragStart(within(grid).getByText('plan.docx'), { dataTransfer })
  const folder = within(grid).getByText('Archive')
  fireEvent.dragOver(folder, { dataTransfer })
  expect(folder.closest('[role=row]')).toHaveAttribute('data-drop')
  fireEvent.drop(folder, { dataTransfer })
  expect(await screen.findByText('“plan.docx” moved to “Archive”')).toBeInTheDocument()
  expect(server.callsOf(moveEntries)[0]?.body).toEqual({
    to_id: target.id,
    on_conflict: 'ask',
    items: [{ id: file.id, type: 'file' }],
  })
})

test('the folders of the sidebar accept it too', async () => {
  const { server, target, grid } = await open()
  const dataTransfer = transfer()
  fireEvent.dragStart(within(grid).getByText('plan.docx'), { dataTransfer })
  const branch = await within(screen.getByRole('navigation', { name: 'Folders' })).findByText('Archive')
  fireEvent.dragOver(branch, { dataTransfer })
  fireEvent.drop(branch, { dataTransfer })
  await waitFor(() => {
    expect(server.callsOf(moveEntries)[0]?.body).toMatchObject({ to_id: target.id })
  })
})

test('a folder cannot be dropped on itself', async () => {
  const { server, grid } = await open()
  const dataTransfer = transfer()
  const folder = within(grid).getByText('Archive')
  fireEvent.dragStart(folder, { dataTransfer })
  fireEvent.dragOver(folder, { dataTransfer })
  expect(folder.closest('[role=row]')).not.toHaveAttribute('data-drop')
  fireEvent.drop(folder, { dataTransfer })
  expect(server.callsOf(moveEntries)).toHaveLength(0)
})
const drag = (from: Element, to: Element) => {
  const dataTransfer = transfer()
  fireEvent.dragStart(from, { dataTransfer })
  fireEvent.dragOver(to, { dataTransfer })
  const isMarked = to.closest('[data-drop]') !== null
  fireEvent.drop(to, { dataTransfer })
  return isMarked
}
const sidebar = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Sections' })).getByRole('link', { name })

test('a file that is dropped on Trash in the sidebar is moved there', async () => {
  const { server, file, grid } = await open()
  server.on(removeEntries, done)
  expect(drag(within(grid).getByText('plan.docx'), sidebar('Trash'))).toBe(true)
  expect(await screen.findByText('“plan.docx” moved to trash')).toBeInTheDocument()
  expect(server.callsOf(removeEntries)[0]?.body).toEqual({
    items: [{ id: file.id, type: 'file' }],
    only_live: true,
  })
})

test('Files in the sidebar accepts a file from a folder, and not one from the top', async () => {
  const root = makeEntry({ type: 'folder', name: 'Contracts' })
  const file = makeEntry({ name: 'plan.docx', parent_id: root.id })
  const { server } = serverWith([])
  server.on(moveEntries, done)
  server.on(browseFolder, ({ params }) =>
    params.id === 'all' ? makeListing([root]) : makeListing([file], { root, ancestors: [] }),
  )
  const view = await renderSection(section, { path: `/platform/files/${root.id}`, server })
  expect(drag(await screen.findByText('plan.docx'), sidebar('Files'))).toBe(true)
  expect(await screen.findByText('“plan.docx” moved to “Files”')).toBeInTheDocument()
  expect(server.callsOf(moveEntries)[0]?.body).toMatchObject({ to_id: null })
  view.unmount()
  const top = await open()
  expect(drag(within(top.grid).getByText('plan.docx'), sidebar('Files'))).toBe(false)
  expect(top.server.callsOf(moveEntries)).toHaveLength(0)
})

test('a folder cannot be dropped on a folder inside it', async () => {
  const outer = makeEntry({ type: 'folder', name: 'Outer' })
  const node = { id: makeId(), name: 'Inner', color: null, emoji: null, parent_id: outer.id, has_folders: false }
  const { server } = serverWith([outer])
  server.on(folderTree, ({ query }) => ({
    data: query.parent_id
      ? [node]
      : [{ id: outer.id, name: 'Outer', color: null, emoji: null, parent_id: null, has_folders: true }],
  }))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  const tree = await screen.findByRole('navigation', { name: 'Folders' })
  await user.click(await within(tree).findByRole('button', { name: 'Folders in Outer' }))
  const inner = await within(tree).findByText('Inner')
  expect(drag(within(screen.getByRole('grid')).getByText('Outer'), inner)).toBe(false)
  expect(server.callsOf(moveEntries)).toHaveLength(0)
})

test('everything in a folder can be dropped on a folder elsewhere', async () => {
  const root = makeEntry({ type: 'folder', name: 'Contracts' })
  const other = { id: makeId(), name: 'Other', color: null, emoji: null, parent_id: null, has_folders: false }
  const { server } = serverWith([])
  server.on(browseFolder, makeListing([makeEntry({ name: 'plan.docx', parent_id: root.id }), makeEntry()], { root }))
  server.on(folderTree, { data: [other] }).on(moveEntries, { ...done, ids: [makeId()] })
  const { user } = await renderSection(section, { path: `/platform/files/${root.id}`, server })
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{Control>}a{/Control}')
  const tree = await screen.findByRole('navigation', { name: 'Folders' })
  expect(drag(screen.getByText('plan.docx'), within(tree).getByText('Other'))).toBe(true)
  const question = within(await screen.findByRole('alertdialog', { name: 'Move 2 items?' }))
  await user.click(question.getByRole('button', { name: 'Move' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries)[0]?.body).toMatchObject({ to_id: other.id, all: true, parent_id: root.id })
  })
})
