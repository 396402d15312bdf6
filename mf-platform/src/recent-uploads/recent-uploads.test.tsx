import { browseLatest, MAX_RECENT_FILES, moveEntries, removeEntries, renameEntry, restoreEntries } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { type FakeServer, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { clipboard } from '../entries/clipboard.ts'
import section from '../section.ts'
import { entryIn, serverWith } from '../testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const done = (count: number) => ({ message: 'Done.', count })
const contracts = { id: makeId(), name: 'Contracts' }
const photos = { id: makeId(), name: 'Photos' }
const plan = entryIn(contracts, { name: 'plan.docx' })
const lake = entryIn(photos, { name: 'lake.jpg' })
const notes = entryIn(null, { name: 'notes.txt' })
const archive = makeEntry({ type: 'folder', name: 'Archive' })

const open = async (...latest: ReturnType<typeof entryIn>[]) => {
  const { server, home } = serverWith([archive])
  home.latest.push(...latest)
  return { ...(await show(server)), home }
}
const show = async (server: FakeServer) => ({
  ...(await renderSection(section, { path: '/platform/recent-uploads', server })),
  server,
})
const grid = async () => within(await screen.findByRole('grid'))
const select = async (user: Awaited<ReturnType<typeof open>>['user'], ...names: string[]) => {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
}
const menuItems = async (name: string) => {
  fireEvent.contextMenu(await screen.findByText(name))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('shows the newest files of all folders, with the folder of each, in the order of the server', async () => {
  const { server } = await open(plan, notes, lake)
  const list = await grid()
  expect(await list.findByText('plan.docx')).toBeInTheDocument()
  const rows = list.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.querySelector('[data-col=location]')?.textContent)).toEqual([
    'Contracts',
    'Files',
    'Photos',
  ])
  expect(list.getByText('plan.docx').parentElement?.nextElementSibling).toHaveTextContent(/· ?Contracts$/)
  expect(list.getByRole('columnheader', { name: 'Location' })).toBeInTheDocument()
  expect(list.getByText('End of recent uploads')).toBeInTheDocument()
  expect(server.callsOf(browseLatest)[0]?.query).toEqual({ page: 1, per_page: 200 })
  expect(document.title).toMatch(/^Recent uploads/)
})

test('a click on the location opens the folder', async () => {
  const { user, address } = await open(plan)
  await user.click(await screen.findByRole('link', { name: 'Contracts' }))
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${contracts.id}`)
  })
})

test('offers no other order and creates nothing', async () => {
  await open(plan, notes)
  const list = await grid()
  await list.findByText('plan.docx')
  for (const head of list.getAllByRole('columnheader')) expect(within(head).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Sort by|Create)/ })).toBeNull()
})

test('is in the sidebar between Files and Trash, with an icon, and nothing can be dropped on it', async () => {
  await open(plan)
  const links = within(await screen.findByRole('navigation', { name: 'Sections' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Files',
    'Recent uploads',
    'My shared items',
    'Upload requests',
    'Trash',
  ])
  expect(links.map((link) => link.hasAttribute('data-folder') || link.hasAttribute('data-trash'))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
  expect(links[1]).toHaveAttribute('aria-current', 'page')
  const icons = links.map((link) => link.querySelector('svg')?.classList.item(1))
  expect(icons).toEqual(['lucide-folder', 'lucide-clock', 'lucide-link', 'lucide-mail-plus', 'lucide-trash'])
})

test('has its own text when it is empty', async () => {
  await open()
  expect(await screen.findByText('No recent uploads')).toBeInTheDocument()
  expect(screen.getByText('Files you upload appear here.')).toBeInTheDocument()
})

test('shows placeholder rows while it loads', async () => {
  const { server } = serverWith([])
  let answer = () => {}
  server.on(
    browseLatest,
    () =>
      new Promise((resolve) => {
        answer = () => {
          resolve(makeListing([plan]))
        }
      }),
  )
  await show(server)
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  act(answer)
  expect(await screen.findByText('plan.docx')).toBeInTheDocument()
})

test('what failed to load can be tried again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(browseLatest, () => (isBroken ? refuse('internal') : makeListing([plan])))
  const { user } = await show(server)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('plan.docx')).toBeInTheDocument()
})

test('the menu of one file', async () => {
  const { user, address, home } = await open(plan)
  home.entries.push(plan)
  expect(await menuItems('plan.docx')).toEqual([
    'PreviewEnter',
    'Show in folder',
    'Download',
    'Share…',
    'RenameF2',
    'Move',
    'Copy to…',
    'Versions',
    'Details',
    'More',
    'DeleteDel',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Show in folder' }))
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${contracts.id}`)
  })
  expect(await screen.findByRole('row', { selected: true })).toHaveTextContent('plan.docx')
})

test('the menu of several files', async () => {
  const { user } = await open(plan, notes)
  await select(user, 'plan.docx', 'notes.txt')
  expect(await menuItems('plan.docx')).toEqual(['Download', 'Move', 'Copy to…', 'Details', 'More', 'DeleteDel'])
})

test('the keys of Copy and Cut hold the selection for Files', async () => {
  const { user } = await open(plan, notes)
  await select(user, 'plan.docx', 'notes.txt')
  await user.keyboard('{Control>}c{/Control}')
  expect(clipboard.get()).toMatchObject({
    mode: 'copy',
    moving: {
      count: 2,
      from: new Map([
        [plan.id, contracts.id],
        [notes.id, null],
      ]),
    },
  })
  await user.keyboard('{Control>}x{/Control}')
  expect(clipboard.get()?.mode).toBe('cut')
  clipboard.set(null)
})

/** A server whose list has several pages. */
function manyFiles(total: number) {
  const entries = Array.from({ length: total }, (_, at) =>
    entryIn(at % 2 ? contracts : null, { name: `file ${String(at)}` }),
  )
  const { server } = serverWith([archive])
  server.on(browseLatest, ({ query: { page = 1 } }) =>
    makeListing(entries.slice((page - 1) * 200, page * 200), {
      paginate: { total, lastPage: Math.ceil(total / 200), perPage: 200, currentPage: page },
    }),
  )
  return { server, entries }
}

test('select all and Delete sends the files by id, and not everything that the user has', async () => {
  const { server, entries } = manyFiles(450)
  server.on(removeEntries, done(450))
  const { user } = await show(server)
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await screen.findByText('450 selected')
  await user.keyboard('{Delete}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Move 450 items to trash?' }))
  await user.click(question.getByRole('button', { name: 'Move to trash' }))
  expect(await screen.findByText('450 items moved to trash')).toBeInTheDocument()
  expect(server.callsOf(removeEntries).map(({ body }) => body)).toEqual([
    { items: entries.map(({ id }) => ({ id, type: 'file' })), only_live: true },
  ])
})

test('select all and Move sends the files by id, and Undo puts each back into its own folder', async () => {
  const { server, entries } = manyFiles(6)
  server.on(moveEntries, done(6))
  const { user } = await show(server)
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await screen.findByRole('dialog', { name: 'Move 6 items to…' })
  await user.click(await within(screen.getByRole('tree', { name: 'Folders' })).findByText('Archive'))
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  expect(await screen.findByText('6 items moved to “Archive”')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries)).toHaveLength(3)
  })
  const idsIn = (parentId: string | null) =>
    entries.filter(({ attributes }) => attributes.parent_id === parentId).map(({ id }) => ({ id, type: 'file' }))
  expect(server.callsOf(moveEntries).map(({ body }) => body)).toEqual([
    { to_id: archive.id, items: entries.map(({ id }) => ({ id, type: 'file' })), on_conflict: 'ask' },
    { to_id: null, items: idsIn(null) },
    { to_id: contracts.id, items: idsIn(contracts.id) },
  ])
})

test('only the folder that all of the moved files are in already cannot be chosen', async () => {
  const { user } = await open(notes, plan)
  await select(user, 'notes.txt')
  await user.click(screen.getByRole('button', { name: 'Move' }))
  const tree = within(await screen.findByRole('tree', { name: 'Folders' }))
  await user.click(tree.getByText('Files'))
  expect(screen.getByRole('button', { name: 'Move here' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await select(user, 'plan.docx')
  await user.click(await screen.findByRole('button', { name: 'Move' }))
  await user.click(within(await screen.findByRole('tree', { name: 'Folders' })).getByText('Files'))
  expect(screen.getByRole('button', { name: 'Move here' })).not.toHaveAttribute('aria-disabled')
})

test('a file that is dropped on a folder of the sidebar is moved there, but not on the folder that it is in', async () => {
  const { server } = await open(notes)
  server.on(moveEntries, done(1))
  const dataTransfer = {
    types: ['application/x-holdall'],
    setData() {},
    setDragImage() {},
    effectAllowed: '',
    dropEffect: '',
  }
  const row = await (await grid()).findByText('notes.txt')
  const drag = (to: Element) => {
    fireEvent.dragStart(row, { dataTransfer })
    fireEvent.dragOver(to, { dataTransfer })
    const isMarked = to.closest('[data-drop]') !== null
    fireEvent.drop(to, { dataTransfer })
    return isMarked
  }
  const pages = within(screen.getByRole('navigation', { name: 'Sections' }))
  expect(drag(pages.getByRole('link', { name: 'Files' }))).toBe(false)
  expect(drag(pages.getByRole('link', { name: 'Recent uploads' }))).toBe(false)
  const folders = within(await screen.findByRole('navigation', { name: 'Folders' }))
  expect(drag(await folders.findByText('Archive'))).toBe(true)
  expect(await screen.findByText('“notes.txt” moved to “Archive”')).toBeInTheDocument()
  expect(server.callsOf(moveEntries)).toHaveLength(1)
})

test('Undo restores files that were moved to the trash', async () => {
  const { user, server, host, home } = await open(plan, lake, notes)
  server.on(removeEntries, () => {
    home.latest.splice(0, 2)
    return done(2)
  })
  server.on(restoreEntries, () => {
    home.latest.unshift(plan, lake)
    return done(2)
  })
  const changed: (readonly (string | null)[])[] = []
  host.events.on('files.changed', ({ folderIds }) => changed.push(folderIds), new AbortController().signal)
  await select(user, 'plan.docx', 'lake.jpg')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 items moved to trash')).toBeInTheDocument()
  await waitFor(() => {
    expect(screen.queryByText('plan.docx')).not.toBeInTheDocument()
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('plan.docx')).toBeInTheDocument()
  expect(server.callsOf(restoreEntries)[0]?.body.items.map(({ id }) => id)).toEqual([plan.id, lake.id])
  expect(changed).toEqual([
    [contracts.id, photos.id],
    [contracts.id, photos.id],
  ])
})

test('a new name is shown before the list is loaded again', async () => {
  const { user, server } = await open(plan)
  server.on(renameEntry, () => {
    server.on(browseLatest, () => new Promise(() => {}))
    return { data: entryIn(contracts, { ...plan.attributes, id: plan.id, name: 'final.docx' }) }
  })
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{F2}final{Enter}')
  expect(await screen.findByText('final.docx')).toBeInTheDocument()
})

test('is refreshed after an upload, once for many', async () => {
  const { host, server, home } = await open(plan)
  await screen.findByText('plan.docx')
  home.latest.unshift(lake)
  for (let at = 0; at < 50; at++) host.events.emit('upload.finished', { entryId: makeId(), folderId: photos.id })
  expect(await screen.findByText('lake.jpg')).toBeInTheDocument()
  expect(server.callsOf(browseLatest)).toHaveLength(2)
})

test('events of one change refetch the list once', async () => {
  const { host, server, home } = await open(plan)
  await screen.findByText('plan.docx')
  home.latest.length = 0
  host.events.emit('files.changed', { folderIds: [contracts.id] })
  host.events.emit('trash.changed', {})
  host.events.emit('shares.changed', { entryId: plan.id })
  expect(await screen.findByText('No recent uploads')).toBeInTheDocument()
  expect(server.callsOf(browseLatest)).toHaveLength(2)
})

test('says that it is the newest files only where the server has no more of them', async () => {
  const { server } = manyFiles(MAX_RECENT_FILES)
  await show(server)
  expect(await screen.findByText('These are your 1,000 newest files')).toBeInTheDocument()
})

test('on a phone the title opens a menu of the pages', async () => {
  const { matchMedia } = window
  const media = jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(matchMedia(query), { matches: query.includes('max-width') }))
  try {
    const { user } = await open(plan)
    await screen.findByText('plan.docx')
    await user.click(within(screen.getByRole('heading', { level: 1 })).getByRole('button', { name: 'Recent uploads' }))
    const pages = await screen.findAllByRole('menuitemradio')
    expect(pages.map(({ textContent }) => textContent)).toEqual([
      'Files',
      'Recent uploads',
      'My shared items',
      'Upload requests',
      'Trash',
      'Team folders',
      'Shared with me',
    ])
    expect(screen.getByRole('menuitemradio', { name: 'Recent uploads' })).toBeChecked()
  } finally {
    media.mockRestore()
  }
})
