import { addFavourites, currentUser, type Entry, MAX_FAVOURITES, removeFavourite, renameEntry } from '@holdall/api'
import { makeEntry, makeUser, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const folder = (name: string) => makeEntry({ type: 'folder', name })
const [album, bills, camp] = [folder('Album'), folder('Bills'), folder('Camp')]
const plan = makeEntry({ name: 'plan.docx' })

/** The files page of a user with these favourites, which the server keeps. */
async function open(favourites: readonly Entry[] = [], locale = 'en-US') {
  const user = makeUser({ favourites })
  const state = { favourites: [...favourites] }
  const { server } = serverWith([album, bills, camp, plan])
  server.on(currentUser, () => ({
    data: { ...user, relationships: { ...user.relationships, favourites: { data: state.favourites } } },
  }))
  server.on(addFavourites, ({ body: { ids } }) => {
    state.favourites.push(...[album, bills, camp].filter(({ id }) => ids.includes(id)))
    return { message: 'Done.', count: ids.length }
  })
  server.on(removeFavourite, ({ params }) => {
    state.favourites = state.favourites.filter(({ id }) => id !== params.id)
    return { message: 'Done.', count: 1 }
  })
  const view = await renderSection(section, { path: '/platform/files', server, session: user, locale })
  await within(await screen.findByRole('grid')).findByText('plan.docx')
  const isNarrow = ['(max-width: 640px)', '(max-width: 1023px)'].some((query) => window.matchMedia(query).matches)
  if (!isNarrow) await screen.findByRole('navigation', { name: 'Favorites' })
  return { ...view, server }
}
const group = () => within(screen.getByRole('navigation', { name: 'Favorites' }))
const names = () =>
  group()
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const row = (name: string) => {
  const found = within(screen.getByRole('grid')).getByText(name).closest<HTMLElement>('[role=row]')
  if (!found) throw new Error(`No row is named ${name}.`)
  return found
}
const openMenu = async (name: string) => {
  fireEvent.contextMenu(within(row(name)).getByText(name))
  await screen.findByRole('menu')
}
const item = (name: string) => screen.findByRole('menuitem', { name })

test('a folder is added from its menu, gets a star, and is removed by the same entry', async () => {
  const { user, server } = await open()
  expect(group().getByText(/Add folders you use often/)).toBeInTheDocument()
  await openMenu('Album')
  await user.click(await item('Add to favorites'))
  expect(await screen.findByText('“Album” added to favorites')).toBeInTheDocument()
  await waitFor(() => {
    expect(names()).toEqual(['Album'])
  })
  expect(within(row('Album')).getByText('Favorite')).toBeInTheDocument()
  expect(within(row('Bills')).queryByText('Favorite')).toBeNull()
  expect(server.callsOf(addFavourites)[0]?.body).toEqual({ ids: [album.id] })
  await openMenu('Album')
  await user.click(await item('Remove from favorites'))
  await waitFor(() => {
    expect(names()).toEqual([])
  })
  expect(server.callsOf(removeFavourite)[0]?.params).toEqual({ id: album.id })
})

test('of several folders the missing ones are added; all of them are removed; with a file it is not offered', async () => {
  const { user, server } = await open([bills])
  const select = async (...of: string[]) => {
    for (const name of of) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  }
  await select('Album', 'Bills')
  await openMenu('Album')
  await user.click(await item('Add to favorites'))
  await waitFor(() => {
    expect(names()).toEqual(['Bills', 'Album'])
  })
  expect(server.callsOf(addFavourites)[0]?.body).toEqual({ ids: [album.id] })
  await openMenu('Album')
  await user.click(await item('Remove from favorites'))
  expect(await screen.findByText('2 folders removed from favorites')).toBeInTheDocument()
  await waitFor(() => {
    expect(names()).toEqual([])
  })
  await select('plan.docx')
  await openMenu('plan.docx')
  expect(screen.queryByRole('menuitem', { name: /favorites/ })).toBeNull()
})

test('where one of several cannot be removed, only the others are offered to be added again', async () => {
  const { user, server } = await open([album, bills])
  server.on(removeFavourite, ({ params }) =>
    params.id === album.id ? { message: 'Done.', count: 1 } : refuse('internal'),
  )
  for (const name of ['Album', 'Bills']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await openMenu('Album')
  await user.click(await item('Remove from favorites'))
  expect(await screen.findByText('“Album” removed from favorites')).toBeInTheDocument()
})

test('a favourite opens its folder and is removed in the sidebar by keyboard, which Undo reverts', async () => {
  const { user } = await open([camp, album])
  expect(names()).toEqual(['Camp', 'Album'])
  expect(group().getByRole('link', { name: 'Camp' })).toHaveAttribute('href', `/platform/files/${camp.id}`)
  group()
    .getByRole('button', { name: /Remove .*Camp.* from favorites/ })
    .focus()
  await user.keyboard('{Enter}')
  await waitFor(() => {
    expect(names()).toEqual(['Album'])
  })
  await waitFor(() => {
    expect(group().getByRole('button', { name: /Remove .*Album/ })).toHaveFocus()
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(names()).toEqual(['Album', 'Camp'])
  })
})

const drag = (name: string, to: Element) => {
  const dataTransfer = {
    types: ['application/x-holdall'],
    setData() {},
    setDragImage() {},
    effectAllowed: '',
    dropEffect: '',
  }
  const from = within(row(name)).getByText(name)
  fireEvent.dragStart(from, { dataTransfer })
  fireEvent.dragOver(to, { dataTransfer })
  const isMarked = to.closest('[data-drop]') !== null
  fireEvent.drop(to, { dataTransfer })
  fireEvent.dragEnd(from, { dataTransfer })
  return isMarked
}

test('a folder that is dropped on the group becomes a favourite, and a file does not', async () => {
  const { server } = await open()
  const title = group().getByText('Favorites')
  expect(drag('plan.docx', title)).toBe(false)
  expect(drag('Album', title)).toBe(true)
  await waitFor(() => {
    expect(names()).toEqual(['Album'])
  })
  expect(server.callsOf(addFavourites)).toHaveLength(1)
})

test('a favourite in the sidebar has the menu of its folder, which removes it too', async () => {
  const { user, address } = await open([camp, album])
  const openMenuOf = async (name: string) => {
    fireEvent.contextMenu(group().getByRole('link', { name }))
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  }
  expect(await openMenuOf('Camp')).toEqual([
    'Open',
    'Download',
    'Share…',
    'Remove from favorites',
    'Rename',
    'Move',
    'Copy to…',
    'More',
    'Delete',
  ])
  await user.click(await item('Open'))
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${camp.id}`)
  })
  await openMenuOf('Camp')
  await user.click(await item('Remove from favorites'))
  await waitFor(() => {
    expect(names()).toEqual(['Album'])
  })
  await waitFor(() => {
    expect(group().getByRole('button', { name: /Remove .*Album/ })).toHaveFocus()
  })
})

test('a favourite that no list has loaded is changed from the sidebar with the color and emoji that it has', async () => {
  const far = makeEntry({ type: 'folder', name: 'Far', parent_id: camp.id, color: 'teal', emoji: '📷' })
  const { user, server } = await open([far])
  server.on(renameEntry, { data: far })
  fireEvent.contextMenu(group().getByRole('link', { name: /Far/ }))
  await user.click(await item('Rename'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Far”' }))
  expect(dialog.getByRole('radio', { name: 'Teal' })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: 'Violet' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => {
    expect(server.callsOf(renameEntry)[0]?.body).toEqual({ name: 'Far', color: 'violet', emoji: '📷' })
  })
})

test('in the drawer the menu of a favourite is inside of it, and closes it', async () => {
  const { matchMedia } = window
  const media = jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(matchMedia(query), { matches: query.includes('1023px') }))
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  try {
    const { user } = await open([camp])
    await user.click(screen.getByRole('button', { name: 'Show sidebar' }))
    const drawer = await screen.findByRole('dialog', { name: 'Sidebar' })
    const favourites = within(await within(drawer).findByRole('navigation', { name: 'Favorites' }))
    fireEvent.contextMenu(favourites.getByRole('link', { name: 'Camp' }))
    await user.click(await within(drawer).findByRole('menuitem', { name: 'Rename' }))
    expect(await screen.findByRole('dialog', { name: 'Edit “Camp”' })).toBeInTheDocument()
    expect(drawer).not.toHaveAttribute('open')
  } finally {
    media.mockRestore()
  }
})

test('too many favourites are refused with the server’s message, and what is gone with a toast', async () => {
  const { user, server } = await open()
  const message = `You can have at most ${String(MAX_FAVOURITES)} favorites.`
  server.on(addFavourites, () => refuse('too-many-favourites', { message }))
  await openMenu('Album')
  await user.click(await item('Add to favorites'))
  const alert = within(await screen.findByRole('alertdialog', { name: 'Too many favorites' }))
  expect(alert.getByText(message)).toBeInTheDocument()
  await user.click(alert.getByRole('button'))
  server.on(addFavourites, () => refuse('not-found'))
  await openMenu('Album')
  await user.click(await item('Add to favorites'))
  expect(
    await screen.findByText(
      'This item no longer exists, or your access to it has changed. The list is now up to date.',
    ),
  ).toBeInTheDocument()
  expect(names()).toEqual([])
})

test('groups of the sidebar collapse, and the browser remembers it', async () => {
  const { user, host } = await open([camp])
  const title = group().getByRole('button', { name: 'Favorites' })
  expect(title).toHaveAttribute('aria-expanded', 'true')
  await user.click(title)
  expect(title).toHaveAttribute('aria-expanded', 'false')
  expect(names()).toEqual([])
  const folders = within(screen.getByRole('navigation', { name: 'Folders' }))
  await user.click(folders.getByRole('button', { name: 'Folders' }))
  expect(folders.queryAllByRole('link')).toEqual([])
  expect(host.preferences.get().collapsedGroups).toEqual(['favourites', 'folders'])
  await user.click(title)
  expect(names()).toEqual(['Camp'])
  expect(host.preferences.get().collapsedGroups).toEqual(['folders'])
})

test('a favourite that is renamed is shown with its new name', async () => {
  const { host, server } = await open([camp])
  const renamed = { ...camp, attributes: { ...camp.attributes, name: 'Camping' } }
  const user = makeUser({ favourites: [renamed] })
  const session = host.session.get()
  server.on(currentUser, { data: { ...user, id: session.state === 'signed-in' ? session.user.id : '' } })
  host.events.emit('files.changed', { folderIds: [null] })
  await waitFor(() => {
    expect(names()).toEqual(['Camping'])
  })
})

test('on a phone the menu of the title has the favourites', async () => {
  const { matchMedia } = window
  const media = jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(matchMedia(query), { matches: query.includes('max-width') }))
  try {
    const { user } = await open([camp])
    await user.click(within(screen.getByRole('heading', { level: 1 })).getByRole('button', { name: 'Files' }))
    expect(await screen.findByText('Favorites')).toBeInTheDocument()
    expect(screen.getByRole('menuitem', { name: 'Camp' })).toBeInTheDocument()
  } finally {
    media.mockRestore()
  }
})
