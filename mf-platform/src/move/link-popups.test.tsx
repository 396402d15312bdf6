import {
  createFolder,
  folderTree,
  publicCreateFolder,
  publicTree,
  requestedCreateFolder,
  requestedTree,
} from '@holdall/api'
import type { LinkTarget } from '@holdall/section'
import { makeEntry, makeId, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const token = 'abcdefghijklmnop1234'
const link = { token }

/** The popups are opened by pages of public links; which page is below them does not matter. */
async function open() {
  const { server } = serverWith([makeEntry({ name: 'plan.docx' })])
  const view = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('plan.docx')
  const changedLinks: string[] = []
  view.host.events.on('link-files.changed', (changed) => changedLinks.push(changed.token), new AbortController().signal)
  return { ...view, server, changedLinks }
}

const links: readonly [string, LinkTarget, typeof publicCreateFolder | typeof requestedCreateFolder][] = [
  ['link', link, publicCreateFolder],
  ['request', { token, kind: 'upload-request' }, requestedCreateFolder],
]
test.each(links)('a folder is created by a %s, and its page is told which', async (_kind, by, endpoint) => {
  const { user, host, server, changedLinks } = await open()
  const folder = makeEntry({ type: 'folder', name: 'Drafts (2)' })
  server.on(endpoint, { data: folder })
  const created: string[] = []
  const parentId = makeId()
  act(() => {
    host.overlay.open('create-folder', { parentId, link: by, onCreated: (id, name) => created.push(id, name) })
  })
  const field = await screen.findByRole('textbox')
  await user.clear(field)
  await user.type(field, 'Drafts{Enter}')
  await waitFor(() => {
    expect(created).toEqual([folder.id, 'Drafts (2)'])
  })
  expect(server.callsOf(endpoint)[0]).toMatchObject({
    params: { token },
    body: { name: 'Drafts', parent_id: parentId },
  })
  expect(server.callsOf(createFolder)).toEqual([])
  expect(changedLinks).toEqual([token])
})

test('a name is saved by the page that asks for it, without color and emoji', async () => {
  const { user, host } = await open()
  const saved: string[] = []
  act(() => {
    host.overlay.open('rename-item', {
      id: makeId(),
      name: 'Box',
      type: 'folder',
      save: (name) => Promise.resolve(saved.push(name)),
    })
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename “Box”' }))
  expect(dialog.queryByRole('radiogroup')).not.toBeInTheDocument()
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), 'Case{Enter}')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(saved).toEqual(['Case'])
})

test.each([
  ['link', {}, publicTree],
  ['request', { kind: 'upload-request' }, requestedTree],
] as const)('the folders of a %s are shown to move within them', async (_kind, kind, endpoint) => {
  const { user, host, server } = await open()
  const box = makeId()
  server.on(endpoint, ({ query }) => ({
    data: query.parent_id
      ? []
      : [{ id: box, name: 'Box', color: null, emoji: null, parent_id: null, has_folders: false }],
  }))
  const before = server.callsOf(folderTree).length
  const targets: (string | null)[] = []
  act(() => {
    host.overlay.open('move', {
      ids: [makeId()],
      fromId: null,
      link: { token, ...kind, name: 'Press kit', count: 1, move: (toId) => Promise.resolve(targets.push(toId) > 0) },
    })
  })
  const tree = within(await screen.findByRole('tree', { name: 'Folders' }))
  expect(tree.getByRole('treeitem', { name: 'Press kit' })).toBeInTheDocument()
  await user.click(await tree.findByRole('treeitem', { name: 'Box' }))
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(targets).toEqual([box])
  expect(server.callsOf(folderTree)).toHaveLength(before)
})

test('where nothing may be replaced, the question is whether to keep both or to skip', async () => {
  const { user, host } = await open()
  const side = { id: makeId(), type: 'file' as const, filesize: 1, updated_at: '2026-01-01T00:00:00.000Z' }
  const folder = { ...side, type: 'folder' as const, filesize: null }
  const conflicts = [
    { name: 'plan.docx', item: side, existing: side },
    { name: 'Box', item: folder, existing: folder },
  ]
  const decisions: unknown[] = []
  act(() => {
    host.overlay.open('name-conflict', {
      action: 'upload',
      conflicts,
      total: 2,
      canReplace: false,
      onDecide: (decision) => decisions.push(decision),
    })
  })
  for (const [name, choice] of [
    ['plan.docx', 'Skip'],
    ['Box', 'Keep both'],
  ] as const) {
    const dialog = within(await screen.findByRole('dialog', { name: `“${name}” already exists` }))
    expect(dialog.queryByRole('button', { name: /Replace|Merge/ })).not.toBeInTheDocument()
    expect(dialog.queryByText(/replace|merge/i)).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: choice }))
  }
  expect(decisions).toEqual([
    {
      choices: [
        { id: side.id, on_conflict: 'skip' },
        { id: folder.id, on_conflict: 'keep-both' },
      ],
      rest: 'ask',
    },
  ])
})
