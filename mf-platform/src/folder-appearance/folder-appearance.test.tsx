import { browseFolder, createFolder, renameEntry } from '@holdall/api'
import { makeEntry, makeListing, makeUser, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fetchOnce } from '@holdall/section'
import section from '../section.ts'
import { loadEmojiPicker } from './appearance-fields.tsx'
import { serverWith } from '../testing/platform-fixture.ts'
import { chooseInMore } from '../testing/more-menu.ts'

// Compiling it takes longer than a test waits.
beforeAll(() => fetchOnce(loadEmojiPicker))

const album = makeEntry({ type: 'folder', name: 'Album', color: 'teal', emoji: '📷' })

async function open() {
  const { server, home } = serverWith([album])
  server.on(createFolder, ({ body }) => ({ data: makeEntry({ type: 'folder', name: body.name }) }))
  server.on(renameEntry, ({ body }) => {
    const data = { ...album, attributes: { ...album.attributes, ...(body as Partial<typeof album.attributes>) } }
    home.entries[0] = data
    return { data }
  })
  const view = await renderSection(section, { path: '/platform/files', server })
  await within(await screen.findByRole('grid')).findByText('Album')
  return { ...view, server }
}
const popup = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a folder is created with a color and an emoji, which a search finds', async () => {
  const { user, host, server } = await open()
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  const dialog = await popup('New folder')
  expect(dialog.getByRole('radio', { name: 'Green' })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: 'Violet' }))
  await user.click(dialog.getByRole('button', { name: 'Choose emoji' }))
  expect(await dialog.findByRole('searchbox', { name: 'Search emoji' })).toHaveFocus()
  await user.keyboard('rocket')
  await user.click(await dialog.findByRole('button', { name: 'rocket' }))
  await user.click(dialog.getByRole('button', { name: 'Create folder' }))
  await waitFor(() => {
    expect(server.callsOf(createFolder)[0]?.body).toEqual({
      name: 'New folder',
      parent_id: null,
      color: 'violet',
      emoji: '🚀',
    })
  })
  expect(host.preferences.get().recentEmoji).toEqual(['🚀'])
})

test('without a choice a folder is created without color and emoji', async () => {
  const { user, host, server } = await open()
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  await user.click((await popup('New folder')).getByRole('button', { name: 'Create folder' }))
  await waitFor(() => {
    expect(server.callsOf(createFolder)[0]?.body).toEqual({ name: 'New folder', parent_id: null })
  })
})

test('color and emoji are changed from the menu of the folder, and Undo reverts them', async () => {
  const { user, server } = await open()
  fireEvent.contextMenu(within(screen.getByRole('grid')).getByText('Album'))
  await chooseInMore(user, 'Color and emoji…')
  const dialog = await popup('Edit “Album”')
  expect(dialog.getByRole('radio', { name: 'Teal' })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: 'Red' }))
  await user.click(dialog.getByRole('button', { name: 'Remove emoji' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('“Album” updated')).toBeInTheDocument()
  expect(server.callsOf(renameEntry)[0]?.body).toEqual({ name: 'Album', color: 'red', emoji: null })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(renameEntry)[1]?.body).toEqual({ name: 'Album', color: 'teal', emoji: '📷' })
  })
})

test('the grid of emoji is one stop for Tab, and arrows move in it', async () => {
  const { user, host } = await open()
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  const dialog = await popup('New folder')
  await user.click(dialog.getByRole('button', { name: 'Choose emoji' }))
  await user.click(await dialog.findByRole('button', { name: 'Flags' }))
  const grid = await dialog.findByRole('grid', { name: 'Flags' })
  const cells = within(grid).getAllByRole('button')
  expect(cells.filter((cell) => cell.tabIndex === 0)).toEqual([cells[0]])
  cells[0]?.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(cells[9]).toHaveFocus()
  expect(cells.filter((cell) => cell.tabIndex === 0)).toEqual([cells[9]])
  await user.keyboard('{Enter}')
  expect(cells[9]).toHaveAttribute('aria-pressed', 'true')
  await user.type(dialog.getByRole('searchbox'), 'zzzz')
  expect(dialog.getByText('No emoji found')).toBeInTheDocument()
})

test('the emoji of a folder is drawn in lists, the tree, the favourites and the path', async () => {
  const { server } = serverWith([album])
  server.on(browseFolder, ({ params }) =>
    params.id === 'all' ? makeListing([album]) : makeListing([], { root: album, ancestors: [] }),
  )
  const session = makeUser({ favourites: [album] })
  const top = await renderSection(section, { path: '/platform/files', server, session })
  const places = [
    await screen.findByRole('grid'),
    await screen.findByRole('navigation', { name: 'Folders' }),
    screen.getByRole('navigation', { name: 'Favorites' }),
  ]
  for (const place of places) expect(await within(place).findByText('📷')).toBeInTheDocument()
  top.unmount()
  await renderSection(section, { path: `/platform/files/${album.id}`, server, session })
  expect(await within(await screen.findByRole('navigation', { name: 'Path' })).findByText('📷')).toBeInTheDocument()
})
