import {
  type Entry,
  moveEntries,
  copyEntries,
  type NameConflict,
  removeEntries,
  restoreEntries,
  restoreVersions,
} from '@holdall/api'
import { makeEntry, makeId, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const sideOf = ({ id, type, attributes }: Entry): NameConflict['item'] => ({
  id,
  type,
  filesize: attributes.filesize,
  updated_at: attributes.updated_at,
})
const existingOf = (entry: Entry): NameConflict => ({
  name: entry.attributes.name,
  item: sideOf(entry),
  existing: { ...sideOf(entry), id: makeId() },
})

async function open(...entries: Entry[]) {
  const archive = makeEntry({ type: 'folder', name: 'Archive' })
  const { server } = serverWith([archive, ...entries], entries)
  for (const endpoint of [restoreVersions, removeEntries]) server.on(endpoint, { message: 'Done.', count: 1 })
  const view = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText(entries[0]!.attributes.name)
  const move = async () => {
    act(() => {
      view.host.overlay.open('move', { ids: entries.map(({ id }) => id), fromId: null })
    })
    const tree = await screen.findByRole('tree', { name: 'Folders' })
    await view.user.click(await within(tree).findByRole('treeitem', { name: 'Archive' }))
    await view.user.click(screen.getByRole('button', { name: 'Move here' }))
  }
  return { ...view, server, archive, move }
}

const question = async (name: string) => within(await screen.findByRole('dialog', { name: `“${name}” already exists` }))

test('the question shows the own dates of both files', async () => {
  const plan = makeEntry({ name: 'plan.docx' })
  const { item, existing, name } = existingOf(plan)
  const { server, move } = await open(plan)
  const conflict = {
    name,
    item: { ...item, modified_at: '1999-12-30T12:00:00.000Z' },
    existing: { ...existing, modified_at: '2001-02-03T12:00:00.000Z' },
  }
  server.on(moveEntries, () => refuse('name-conflict', { conflicts: [conflict], conflicts_total: 1 }))
  await move()
  const dialog = await question('plan.docx')
  expect(dialog.getByText(/Dec 30, 1999/)).toBeInTheDocument()
  expect(dialog.getByText(/Feb 3, 2001/)).toBeInTheDocument()
})

test('closing the question moves nothing and reports nothing', async () => {
  const plan = makeEntry({ name: 'plan.docx' })
  const { user, server, move } = await open(plan)
  server.on(moveEntries, () => refuse('name-conflict', { conflicts: [existingOf(plan)], conflicts_total: 1 }))
  await move()
  const dialog = await question('plan.docx')
  await waitFor(() => {
    expect(dialog.getByRole('button', { name: 'Keep both' })).toHaveFocus()
  })
  await user.keyboard('{Escape}')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(server.callsOf(moveEntries)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('asks about each name with both sides, and sends the choices; Undo restores what was replaced', async () => {
  const [plan, lake] = [makeEntry({ name: 'plan.docx', filesize: 2_000_000 }), makeEntry({ name: 'lake.jpg' })]
  const box = makeEntry({ type: 'folder', name: 'Box' })
  const { user, server, archive, move } = await open(plan, lake, box)
  const replacedId = makeId()
  server
    .on(moveEntries, ({ body }) =>
      body.on_conflict === 'ask' && !body.choices
        ? refuse('name-conflict', { conflicts: [plan, lake, box].map(existingOf), conflicts_total: 3 })
        : body.to_id === null
          ? { message: 'Done.', count: 1 }
          : {
              message: 'Done.',
              count: 2,
              ids: [lake.id],
              replaced: [{ id: replacedId, version: 4 }],
              trashed: [plan.id],
              skipped: 1,
            },
    )
    .on(restoreEntries, { message: 'Done.', count: 1 })
  await move()
  const first = await question('plan.docx')
  await waitFor(() => {
    expect(first.getByRole('button', { name: 'Keep both' })).toHaveFocus()
  })
  expect(first.getByText('Already there')).toBeInTheDocument()
  expect(first.getByText('Being moved')).toBeInTheDocument()
  expect(first.getAllByText('2 MB')).toHaveLength(2)
  await user.click(first.getByRole('button', { name: 'Replace' }))
  await user.click((await question('lake.jpg')).getByRole('button', { name: 'Keep both' }))
  const last = await question('Box')
  expect(last.queryByRole('button', { name: 'Replace' })).not.toBeInTheDocument()
  await user.click(last.getByRole('button', { name: 'Skip' }))
  expect(await screen.findByText('2 items moved to “Archive” · 1 item skipped')).toBeInTheDocument()
  expect(server.callsOf(moveEntries).at(-1)?.body).toEqual({
    to_id: archive.id,
    items: [plan, lake, box].map(({ id, type }) => ({ id, type })),
    on_conflict: 'ask',
    choices: [
      { id: plan.id, on_conflict: 'replace' },
      { id: lake.id, on_conflict: 'keep-both' },
      { id: box.id, on_conflict: 'skip' },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries).at(-1)?.body).toEqual({ to_id: null, items: [{ id: lake.id, type: 'file' }] })
  })
  expect(server.callsOf(restoreVersions)[0]?.body).toEqual({ items: [{ id: replacedId, version: 4 }] })
  expect(server.callsOf(restoreEntries)[0]?.body).toEqual({ items: [{ id: plan.id, type: 'file' }] })
})

test('“Apply to all” chooses for those that were not listed too', async () => {
  const files = ['a.txt', 'b.txt'].map((name) => makeEntry({ name }))
  const { user, server, move } = await open(...files)
  server.on(moveEntries, ({ body }) =>
    body.on_conflict === 'ask'
      ? refuse('name-conflict', { conflicts: files.map(existingOf), conflicts_total: 250 })
      : { message: 'Done.', count: 250 },
  )
  await move()
  const dialog = await question('a.txt')
  await user.click(dialog.getByRole('checkbox', { name: 'Apply to all 250 items' }))
  await user.click(dialog.getByRole('button', { name: 'Keep both' }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries)[1]?.body).toMatchObject({
      on_conflict: 'keep-both',
      choices: [{ id: files[0]!.id, on_conflict: 'keep-both' }],
    })
  })
})

test('where everything is skipped, that is told', async () => {
  const [plan, lake] = [makeEntry({ name: 'plan.docx' }), makeEntry({ name: 'lake.jpg' })]
  const { user, server, move } = await open(plan, lake)
  server.on(moveEntries, ({ body }) =>
    body.on_conflict === 'ask'
      ? refuse('name-conflict', { conflicts: [plan, lake].map(existingOf), conflicts_total: 2 })
      : { message: 'Done.', count: 0, ids: [], skipped: 2 },
  )
  await move()
  const dialog = await question('plan.docx')
  await user.click(dialog.getByRole('checkbox', { name: 'Apply to all 2 items' }))
  await user.click(dialog.getByRole('button', { name: 'Skip' }))
  expect(await screen.findByText('2 items skipped')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('a copy asks as well, and Undo restores what it has replaced', async () => {
  const plan = makeEntry({ name: 'plan.docx' })
  const { user, host, server, archive } = await open(plan)
  const replaced = [{ id: makeId(), version: 1 }]
  server.on(copyEntries, ({ body }) =>
    body.choices
      ? { message: 'Done.', count: 1, ids: [], replaced, skipped: 2 }
      : refuse('name-conflict', { conflicts: [existingOf(plan)], conflicts_total: 1 }),
  )
  await user.click(screen.getByText('plan.docx'))
  await user.keyboard('{Control>}c{/Control}')
  act(() => {
    host.navigation.go({ name: 'Files', params: { id: archive.id } })
  })
  await user.keyboard('{Control>}v{/Control}')
  const dialog = await question('plan.docx')
  expect(dialog.getByText('Being copied')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Replace' }))
  expect(await screen.findByText('“plan.docx” copied to “Archive” · 2 items skipped')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(restoreVersions)[0]?.body).toEqual({ items: replaced })
  })
  expect(server.callsOf(removeEntries)).toEqual([])
})

test('a restore asks, and Undo puts everything where it was', async () => {
  const plan = makeEntry({ name: 'plan.docx' })
  const { server } = serverWith([], [plan])
  server.on(removeEntries, { message: 'Done.', count: 1 })
  const replacedId = makeId()
  server.on(restoreEntries, ({ body }) =>
    body.on_conflict !== 'ask'
      ? { message: 'Done.', count: 1 }
      : body.choices
        ? { message: 'Done.', count: 1, ids: [plan.id], trashed: [replacedId], skipped: 1 }
        : refuse('name-conflict', { conflicts: [existingOf(plan)], conflicts_total: 1 }),
  )
  const { user } = await renderSection(section, { path: '/platform/trash', server })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  const dialog = await question('plan.docx')
  expect(dialog.getByText('Being restored')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Replace' }))
  expect(await screen.findByText('1 item restored · 1 item skipped')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(restoreEntries).at(-1)?.body).toEqual({ items: [{ id: replacedId, type: 'file' }] })
  })
  expect(server.callsOf(removeEntries)[0]?.body).toEqual({ items: [{ id: plan.id, type: 'file' }], only_live: true })
})
