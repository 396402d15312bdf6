import { browseFolder, moveEntries, removeEntries, renameEntry, restoreEntries } from '@holdall/api'
import { ApiError } from '@holdall/api-client'
import { type FakeServer, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const done = (count: number, ids?: string[]) => ({ message: 'Done.', count, ...(ids && { ids }) })
const offline = () => Promise.reject(new ApiError('network', 0, { message: 'no answer' }))

/** A server with `total` files, listed page by page. */
function manyFiles(total: number) {
  const entries = Array.from({ length: total }, (_, at) => makeEntry({ name: `file ${String(at)}` }))
  const { server } = serverWith([])
  server.on(browseFolder, ({ query: { page = 1 } }) =>
    makeListing(entries.slice((page - 1) * 200, page * 200), {
      paginate: { total, lastPage: Math.ceil(total / 200), perPage: 200, currentPage: page },
    }),
  )
  return { server }
}

const open = (server: FakeServer) => renderSection(section, { path: '/platform/files', server })
const selectAll = async (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
const dialog = async (name: string) => within(await screen.findByRole('alertdialog', { name }))

test('deleting everything of a folder is confirmed with the number, and sends one selection', async () => {
  const { server } = serverWith([makeEntry(), makeEntry(), makeEntry()])
  server.on(removeEntries, done(3, [makeId(), makeId(), makeId()]))
  const { user } = await open(server)
  await selectAll(user)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const first = await dialog('Move 3 items to trash?')
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  expect(server.callsOf(removeEntries)).toHaveLength(0)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const again = await dialog('Move 3 items to trash?')
  await user.click(again.getByRole('button', { name: 'Move to trash' }))
  await waitFor(() => {
    expect(server.callsOf(removeEntries).map(({ body }) => body)).toEqual([
      { parent_id: null, all: true, except: [], only_live: true },
    ])
  })
})

test('pressing Delete again while items are being moved to the trash sends them once', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { server } = serverWith([file])
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.on(removeEntries, async () => {
    await answered
    return done(1)
  })
  const { user } = await open(server)
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{Delete>3/}{Delete}')
  answer()
  expect(await screen.findByText('“plan.docx” moved to trash')).toBeInTheDocument()
  expect(server.callsOf(removeEntries).map(({ body }) => body)).toEqual([
    { items: [{ id: file.id, type: 'file' }], only_live: true },
  ])
})

test('Undo restores 5,000 items that were moved to the trash as a whole folder', async () => {
  const { server } = manyFiles(5000)
  const ids = Array.from({ length: 5000 }, () => makeId())
  server.on(removeEntries, done(5000, ids)).on(restoreEntries, done(1000))
  const { user } = await open(server)
  await selectAll(user)
  await user.keyboard('{Delete}')
  const question = await dialog('Move 5,000 items to trash?')
  await user.click(question.getByRole('button', { name: 'Move to trash' }))
  expect(await screen.findByText('5,000 items moved to trash')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(restoreEntries).flatMap(({ body }) => body.items.map(({ id }) => id))).toEqual(ids)
  })
})

test('what the server does not name, because it is too much, is reported without Undo', async () => {
  const { server } = manyFiles(30_000)
  server.on(removeEntries, done(30_000))
  const { user } = await open(server)
  await selectAll(user)
  await user.keyboard('{Delete}')
  const question = await dialog('Move 30,000 items to trash?')
  await user.click(question.getByRole('button', { name: 'Move to trash' }))
  expect(await screen.findByText('30,000 items moved to trash')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('more than 100 selected one by one are confirmed too, 100 are not', async () => {
  const { server } = manyFiles(150)
  server.on(removeEntries, done(100))
  const { user } = await open(server)
  await user.click(await screen.findByText('file 0'))
  await user.keyboard(`{Shift>}${'{PageDown}'.repeat(9)}{ArrowDown}{/Shift}{Delete}`)
  const question = await dialog('Move 101 items to trash?')
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  screen.getByRole('grid').focus()
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}{Delete}')
  await waitFor(() => {
    expect(server.callsOf(removeEntries)[0]?.body).toMatchObject({ items: { length: 100 } })
  })
})

test('a failure without a message of its own is shown by the alert of the shell, and the item stays', async () => {
  const { server } = serverWith([makeEntry({ name: 'plan.docx' })])
  server.on(removeEntries, () => refuse('internal', { error_id: 'e-1' }))
  const { user, host } = await open(server)
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{Delete}')
  const alert = await screen.findByRole('alertdialog', { name: 'Something went wrong' })
  await user.click(within(alert).getByRole('button'))
  expect(alert).not.toBeInTheDocument()
  expect(await within(screen.getByRole('grid')).findByText('plan.docx')).toBeInTheDocument()
  expect(host.log.entries()).not.toEqual([])
})

test('deleting everything while offline shows an error', async () => {
  const { server } = serverWith([makeEntry(), makeEntry()])
  server.on(removeEntries, offline)
  const { user } = await open(server)
  await selectAll(user)
  await user.keyboard('{Delete}')
  const question = await dialog('Move 2 items to trash?')
  await user.click(question.getByRole('button', { name: 'Move to trash' }))
  expect(await screen.findByText('Couldn’t reach the server. Nothing was changed.')).toBeInTheDocument()
})

test('a removal that failed emits its events too: some of it may have been done', async () => {
  const { server } = serverWith([makeEntry({ name: 'plan.docx' })])
  server.on(removeEntries, () => refuse('not-found'))
  const { user, host } = await open(server)
  const emitted: string[] = []
  const { signal } = new AbortController()
  host.events.on('files.changed', () => emitted.push('files.changed'), signal)
  host.events.on('trash.changed', () => emitted.push('trash.changed'), signal)
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{Delete}')
  await waitFor(() => {
    expect(emitted).toEqual(['files.changed', 'trash.changed'])
  })
})

const moveToArchive = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  const tree = await screen.findByRole('tree', { name: 'Folders' })
  await user.click(await within(tree).findByRole('treeitem', { name: 'Archive' }))
  await user.click(screen.getByRole('button', { name: 'Move here' }))
}

test('a move names the items and the folder, and Undo moves them back', async () => {
  const target = makeEntry({ type: 'folder', name: 'Archive' })
  const file = makeEntry({ name: 'plan.docx' })
  const { server } = serverWith([target, file])
  server.on(moveEntries, done(1))
  const { user, host } = await open(server)
  await screen.findByText('plan.docx')
  act(() => {
    host.overlay.open('move', { ids: [file.id], fromId: null })
  })
  await moveToArchive(user)
  expect(await screen.findByText('“plan.docx” moved to “Archive”')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries).at(-1)?.body).toEqual({ to_id: null, items: [{ id: file.id, type: 'file' }] })
  })
})

test('Undo of a move restores the names that the move had to change', async () => {
  const target = makeEntry({ type: 'folder', name: 'Archive' })
  const file = makeEntry({ name: 'plan.docx' })
  const { server } = serverWith([target, file])
  server.on(moveEntries, ({ body }) => ({
    ...done(1),
    ...(body.to_id !== null && { renamed: [{ id: file.id, name: 'plan.docx' }] }),
  }))
  server.on(renameEntry, { data: file })
  const { user, host } = await open(server)
  await screen.findByText('plan.docx')
  act(() => {
    host.overlay.open('move', { ids: [file.id], fromId: null })
  })
  await moveToArchive(user)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(renameEntry)).toHaveLength(1)
  })
  expect(server.callsOf(renameEntry)[0]).toMatchObject({ params: { id: file.id }, body: { name: 'plan.docx' } })
  expect(server.callsOf(moveEntries).at(-1)?.body).toEqual({ to_id: null, items: [{ id: file.id, type: 'file' }] })
})

test('Undo of a move continues when one name cannot be restored, and says why', async () => {
  const target = makeEntry({ type: 'folder', name: 'Archive' })
  const [gone, kept] = [makeEntry({ name: 'gone.docx' }), makeEntry({ name: 'kept.docx' })]
  const { server } = serverWith([target, gone, kept])
  server.on(moveEntries, ({ body }) => ({
    ...done(2),
    ...(body.to_id !== null && {
      renamed: [gone, kept].map(({ id, attributes }) => ({ id, name: attributes.name })),
    }),
  }))
  server.on(renameEntry, ({ params }) => (params.id === gone.id ? refuse('not-found') : { data: kept }))
  const { user, host } = await open(server)
  await screen.findByText('kept.docx')
  act(() => {
    host.overlay.open('move', { ids: [gone.id, kept.id], fromId: null })
  })
  await moveToArchive(user)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(
    await screen.findByText(
      'This item no longer exists, or your access to it has changed. The list is now up to date.',
    ),
  ).toBeInTheDocument()
  expect(server.callsOf(renameEntry).map(({ params }) => params.id)).toEqual([gone.id, kept.id])
})

test('moving everything is confirmed with the number, and Undo moves back the items that the server named', async () => {
  const target = makeEntry({ type: 'folder', name: 'Archive' })
  const { server } = serverWith([target, makeEntry(), makeEntry()])
  const ids = [makeId(), makeId()]
  server.on(moveEntries, done(2, ids))
  const { user, host } = await open(server)
  await within(await screen.findByRole('grid')).findByText('Archive')
  act(() => {
    host.overlay.open('move', { ids: [target.id], fromId: null, allBut: true })
  })
  expect(await screen.findByRole('dialog', { name: 'Move 2 items to…' })).toBeInTheDocument()
  await moveToArchive(user)
  const question = await dialog('Move 2 items?')
  await user.click(question.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('2 items moved to “Archive”')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries).at(-1)?.body).toEqual({ to_id: null, items: ids.map((id) => ({ id })) })
  })
})

test('a rename offers Undo', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { server, home } = serverWith([file])
  server.on(renameEntry, ({ body }) => {
    const renamed = makeEntry({ id: file.id, name: body.name ?? '' })
    home.entries[0] = renamed
    return { data: renamed }
  })
  const { user } = await open(server)
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{F2}final{Enter}')
  expect(await screen.findByText('Renamed to “final.docx”')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('plan.docx')).toBeInTheDocument()
  expect(server.callsOf(renameEntry).map(({ body }) => body.name)).toEqual(['final.docx', 'plan.docx'])
})
