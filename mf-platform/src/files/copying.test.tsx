import { browseLatest, copyEntries, currentUser, type Entry, moveEntries, removeEntries } from '@holdall/api'
import { type FakeServer, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { clipboard } from '../entries/clipboard.ts'
import section from '../section.ts'
import { entryIn, serverWith } from '../testing/platform-fixture.ts'
import { chooseInMore } from '../testing/more-menu.ts'

afterEach(() => {
  clipboard.set(null)
})

const copied = (...ids: string[]) => ({ message: 'Done.', count: ids.length, ids })
const moved = { message: 'Done.', count: 1 }

async function open() {
  const archive = makeEntry({ type: 'folder', name: 'Archive' })
  const [plan, lake] = [makeEntry({ name: 'plan.docx' }), makeEntry({ name: 'lake.jpg' })]
  const { server, home } = serverWith([archive, plan, lake])
  const copyId = makeId()
  server
    .on(copyEntries, () => copied(copyId))
    .on(moveEntries, moved)
    .on(removeEntries, moved)
  const view = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('plan.docx')
  const openFolder = (id: string) => {
    act(() => {
      view.host.navigation.go({ name: 'Files', params: { id } })
    })
  }
  return { ...view, server, home, archive, plan, lake, copyId, openFolder }
}

const openMenu = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText(name) })
  return within(await screen.findByRole('menu'))
}

test('nothing is pasted where nothing was copied, and keys in a text field are left to it', async () => {
  const { user, server, plan } = await open()
  await user.keyboard('{Control>}v{/Control}')
  await user.click(screen.getByText(plan.attributes.name))
  await user.keyboard('{Control>}c{/Control}{F2}')
  await user.keyboard('{Control>}v{/Control}{Escape}')
  expect(server.callsOf(copyEntries)).toEqual([])
})

test('Ctrl+C and Ctrl+V copy the selection into the folder that is open, and Undo moves the copy to the trash', async () => {
  const { user, server, archive, plan, copyId, openFolder, home } = await open()
  await user.click(screen.getByText('plan.docx'))
  await user.keyboard('{Control>}c{/Control}')
  expect(await screen.findByText('Copied. Paste it into any folder.')).toBeInTheDocument()
  home.entries = []
  openFolder(archive.id)
  await waitFor(() => {
    expect(screen.queryByText('plan.docx')).not.toBeInTheDocument()
  })
  await user.keyboard('{Control>}v{/Control}')
  await waitFor(() => {
    expect(server.callsOf(copyEntries)[0]?.body).toMatchObject({
      to_id: archive.id,
      items: [{ id: plan.id, type: 'file' }],
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(removeEntries)[0]?.body).toEqual({ items: [{ id: copyId }], only_live: true })
  })
  // It can be pasted again.
  await user.keyboard('{Control>}v{/Control}')
  await waitFor(() => {
    expect(server.callsOf(copyEntries)).toHaveLength(2)
  })
})

test('Cut and Paste of the menus move once, and not into the folder that it is in', async () => {
  const { user, server, archive, plan, openFolder } = await open()
  await openMenu(user, 'plan.docx')
  await chooseInMore(user, 'Cut')
  expect(await screen.findByText('“plan.docx” moves when you paste it')).toBeInTheDocument()
  await user.keyboard('{Control>}v{/Control}')
  openFolder(archive.id)
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Paste 1 item/ }))
  await waitFor(() => {
    expect(server.callsOf(moveEntries).map(({ body }) => body)).toMatchObject([
      { to_id: archive.id, items: [{ id: plan.id, type: 'file' }] },
    ])
  })
  await waitFor(() => {
    expect(clipboard.get()).toBeNull()
  })
})

test.each(['list', 'grid'] as const)('what was cut is dimmed in the %s until it is pasted', async (view) => {
  const { user, archive, openFolder } = await open()
  if (view === 'grid') await user.click(screen.getByRole('radio', { name: 'Grid' }))
  const dimmed = () =>
    [...document.querySelectorAll('[data-cut]')].map((one) => one.querySelector('[dir=auto]')?.textContent)
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{Control>}x{/Control}')
  expect(dimmed()).toEqual(['plan.docx'])
  expect(screen.getByText('Cut')).toBeInTheDocument()
  // What is copied is not.
  await user.click(screen.getByText('lake.jpg'))
  await user.keyboard('{Control>}c{/Control}')
  expect(dimmed()).toEqual([])
  await user.keyboard('{Control>}a{/Control}{Control>}x{/Control}')
  expect(dimmed()).toEqual(['Archive', 'plan.docx', 'lake.jpg'])
  await user.click(screen.getByText('lake.jpg'))
  await user.keyboard('{Control>}x{/Control}')
  openFolder(archive.id)
  await user.keyboard('{Control>}v{/Control}')
  await waitFor(() => {
    expect(clipboard.get()).toBeNull()
  })
  expect(dimmed()).toEqual([])
})

test('turning multi-select mode on or off clears the clipboard', async () => {
  const { user } = await open()
  const copy = async () => {
    await user.click(screen.getByText('plan.docx'))
    await user.keyboard('{Control>}c{/Control}')
    expect(clipboard.get()).not.toBeNull()
    await user.keyboard('{Escape}')
    expect(clipboard.get()).not.toBeNull()
  }
  await copy()
  await user.click(screen.getByRole('button', { name: 'Select several' }))
  expect(clipboard.get()).toBeNull()
  await user.click(screen.getByText('plan.docx'))
  await user.keyboard('{Control>}c{/Control}')
  expect(clipboard.get()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(clipboard.get()).toBeNull()
})

test('Duplicate copies into the same folder, and the used storage is fetched again', async () => {
  const { user, server, lake } = await open()
  const fetched = server.callsOf(currentUser).length
  await openMenu(user, 'lake.jpg')
  await chooseInMore(user, 'Duplicate')
  expect(await screen.findByText('“lake.jpg” duplicated')).toBeInTheDocument()
  expect(server.callsOf(copyEntries)[0]?.body).toMatchObject({ to_id: null, items: [{ id: lake.id, type: 'file' }] })
  expect(server.callsOf(currentUser)).toHaveLength(fetched + 1)
})

/** Selects all of Recent uploads, the first of which is `inside.txt`, and duplicates it. */
async function duplicateAll(server: FakeServer, listed: readonly Entry[]): Promise<void> {
  server.on(browseLatest, makeListing([...listed]))
  const { user } = await renderSection(section, { path: '/platform/recent-uploads', server })
  await user.click(await screen.findByText('inside.txt'))
  await user.keyboard('{Control>}a{/Control}')
  await openMenu(user, 'inside.txt')
  await chooseInMore(user, 'Duplicate')
}

test('in a list over several folders, Duplicate copies each item into its own folder', async () => {
  const box = { id: makeId(), name: 'Box' }
  const [inside, outside] = [entryIn(box, { name: 'inside.txt' }), entryIn(null, { name: 'outside.txt' })]
  const { server } = serverWith([])
  server.on(copyEntries, () => copied(makeId()))
  await duplicateAll(server, [inside, outside])
  expect(await screen.findByText('2 items duplicated')).toBeInTheDocument()
  expect(server.callsOf(copyEntries).map(({ body }) => body)).toMatchObject([
    { to_id: box.id, items: [{ id: inside.id, type: 'file' }] },
    { to_id: null, items: [{ id: outside.id, type: 'file' }] },
  ])
})

test('a copy that is refused ends the action: the items of other folders are not copied', async () => {
  const box = { id: makeId(), name: 'Box' }
  const { server } = serverWith([])
  server.on(copyEntries, () => refuse('quota-exceeded'))
  await duplicateAll(server, [entryIn(box, { name: 'inside.txt' }), entryIn(null, { name: 'outside.txt' })])
  expect(await screen.findByText('Not enough storage')).toBeInTheDocument()
  expect(server.callsOf(copyEntries)).toHaveLength(1)
})

test('Copy to… offers every folder, the present one too', async () => {
  const { user, server, lake } = await open()
  const menu = await openMenu(user, 'lake.jpg')
  await user.click(menu.getByRole('menuitem', { name: 'Copy to…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy 1 item to…' }))
  await user.click(await dialog.findByRole('treeitem', { name: 'Files' }))
  await user.click(dialog.getByRole('button', { name: 'Copy here' }))
  expect(await screen.findByText('“lake.jpg” copied to “Files”')).toBeInTheDocument()
  expect(server.callsOf(copyEntries)[0]?.body).toMatchObject({ to_id: null, items: [{ id: lake.id }] })
})

async function copyAll(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByText('lake.jpg'))
  await user.keyboard('{Control>}a{/Control}')
  const menu = await openMenu(user, 'lake.jpg')
  await user.click(menu.getByRole('menuitem', { name: 'Copy to…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy 3 items to…' }))
  await user.click(await dialog.findByRole('treeitem', { name: 'Files' }))
  await user.click(dialog.getByRole('button', { name: 'Copy here' }))
}

test('Copy to… of everything in a folder copies it, and moves nothing', async () => {
  const { user, server } = await open()
  await copyAll(user)
  await waitFor(() => {
    expect(server.callsOf(copyEntries)[0]?.body).toMatchObject({ to_id: null, parent_id: null, all: true, except: [] })
  })
  expect(server.callsOf(moveEntries)).toEqual([])
})

test('a copy whose answer names no copies, because they are too many, is reported without Undo', async () => {
  const { user, server } = await open()
  server.on(copyEntries, { message: 'The items were copied.', count: 30_000, ids: [] })
  await copyAll(user)
  expect(await screen.findByText('30,000 items copied to “Files”')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('refusals are reported', async () => {
  const { user, server } = await open()
  for (const [code, title] of [
    ['copy-into-itself', 'A folder can’t be copied into itself'],
    ['too-many', 'Too many items'],
    ['quota-exceeded', 'Not enough storage'],
  ] as const) {
    server.on(copyEntries, () => refuse(code))
    await openMenu(user, 'lake.jpg')
    await chooseInMore(user, 'Duplicate')
    const alert = await screen.findByRole('alertdialog', { name: title })
    await user.click(within(alert).getByRole('button'))
    await waitFor(() => {
      expect(alert).not.toBeInTheDocument()
    })
  }
})
