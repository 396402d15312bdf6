import { browseFolder, browseTrash, emptyTrash, removeEntries, restoreEntries } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeEntry, makeListing, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const done = { message: 'Done.', count: 1 }
const trashed = (name: string, type: 'file' | 'folder' = 'file') =>
  makeEntry({ type, name, deleted_at: '2026-03-14T10:00:00.000Z' })

const open = async (...entries: ReturnType<typeof trashed>[]) => {
  const { server, home } = serverWith([], entries)
  const view = await renderSection(section, { path: '/platform/trash', server })
  return { ...view, server, home }
}

test('shows when things were deleted, in the server’s own order', async () => {
  const { server } = await open(trashed('plan.docx'))
  expect(await screen.findByRole('columnheader', { name: 'Deleted' })).toBeInTheDocument()
  expect(screen.getAllByText('Mar 14, 2026').length).toBeGreaterThan(0)
  expect(server.callsOf(browseTrash)[0]?.query.sort).toBeUndefined()
})

test('an empty trash says how long items are kept', async () => {
  await open()
  expect(await screen.findByText('Trash is empty')).toBeInTheDocument()
  expect(screen.getByText(/kept here for 30 days/)).toBeInTheDocument()
})

test('the selected items are restored', async () => {
  const [first, second] = [trashed('a.txt'), trashed('b.txt')]
  const { user, server, home } = await open(first, second)
  server.on(restoreEntries, () => {
    home.trashed.length = 0
    return { message: 'Done.', count: 2 }
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('2 items restored')).toBeInTheDocument()
  expect(await screen.findByText('Trash is empty')).toBeInTheDocument()
  expect(server.callsOf(restoreEntries)[0]?.body.items.map(({ id }) => id)).toEqual([first.id, second.id])
})

test('deleting permanently is confirmed first', async () => {
  const file = trashed('a.txt')
  const { user, server, home } = await open(file)
  server.on(removeEntries, () => {
    home.trashed.length = 0
    return done
  })
  await user.click(await screen.findByText('a.txt'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText('Delete “a.txt” forever?')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(server.callsOf(removeEntries)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Delete forever' }))
  await user.click((await screen.findAllByRole('button', { name: 'Delete forever' })).at(-1) as HTMLElement)
  expect(await screen.findByText('Trash is empty')).toBeInTheDocument()
  expect(server.callsOf(removeEntries)[0]?.body).toEqual({ items: [{ id: file.id, type: 'file' }] })
})

test('emptying the trash is confirmed first', async () => {
  const { user, server, home } = await open(trashed('a.txt'))
  server.on(emptyTrash, () => {
    home.trashed.length = 0
    return done
  })
  await user.click(await screen.findByRole('button', { name: 'Empty trash' }))
  expect(await screen.findByText('Empty trash?')).toBeInTheDocument()
  expect(server.callsOf(emptyTrash)).toHaveLength(0)
  await user.click(screen.getAllByRole('button', { name: 'Empty trash' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Your trash was successfully cleared.')).toBeInTheDocument()
  expect(await screen.findByText('Trash is empty')).toBeInTheDocument()
})

describe('a folder in the trash', () => {
  const folder = trashed('Contracts', 'folder')
  const inside = trashed('plan.docx')
  /** A server where the folder can be listed as trashed only, until it is restored. */
  const setUp = () => {
    const { server, home } = serverWith([], [folder])
    let isLive = false
    server.on(browseTrash, ({ params }) => {
      if (params.id === 'all') return makeListing(home.trashed)
      return isLive ? refuse('not-found') : makeListing([inside], { root: folder })
    })
    server.on(browseFolder, ({ params }) => {
      if (params.id === 'all') return makeListing([])
      if (!isLive) return refuse('not-found')
      return makeListing([makeEntry({ name: 'plan.docx' })], { root: makeEntry({ ...live, id: folder.id }) })
    })
    server.on(restoreEntries, () => {
      isLive = true
      return done
    })
    return server
  }
  const live = { type: 'folder' as const, name: 'Contracts' }
  const at = (path: string, server = setUp()) => renderSection(section, { path, server })

  test('opens in Files, which says where it is', async () => {
    const { user, address } = await at('/platform/trash')
    await user.dblClick(await screen.findByText('Contracts'))
    await waitFor(() => {
      expect(address()).toBe(`/platform/files/${folder.id}`)
    })
    expect(await screen.findByText('This folder is in the trash')).toBeInTheDocument()
    expect(screen.getByText('plan.docx')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Contracts' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true')
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    expect(path.getByRole('link', { name: 'Trash' })).toHaveAttribute('href', '/platform/trash')
  })

  test('has its own address in the trash too', async () => {
    await at(`/platform/trash/${folder.id}`)
    expect(await screen.findByText('plan.docx')).toBeInTheDocument()
  })

  test('is restored from there, and is then no longer marked as trashed', async () => {
    const server = setUp()
    const { user } = await at(`/platform/files/${folder.id}`, server)
    await user.click(await screen.findByRole('button', { name: 'Restore' }))
    await waitFor(() => {
      expect(screen.queryByText('This folder is in the trash')).not.toBeInTheDocument()
    })
    expect(server.callsOf(restoreEntries)[0]?.body.items).toEqual([{ id: folder.id, type: 'folder' }])
    expect(screen.getByRole('button', { name: 'Create' })).not.toHaveAttribute('aria-disabled')
    expect(await screen.findByRole('link', { name: 'Files', current: 'page' })).toBeInTheDocument()
  })

  test('is deleted permanently from there, which leads back to the trash', async () => {
    const server = setUp()
    server.on(removeEntries, done)
    const { user, address } = await at(`/platform/files/${folder.id}`, server)
    await user.click(await screen.findByRole('button', { name: 'Delete forever' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Delete forever' }))
    await waitFor(() => {
      expect(address()).toBe('/platform/trash')
    })
    expect(server.callsOf(removeEntries)[0]?.body).toEqual({ items: [{ id: folder.id, type: 'folder' }] })
  })

  test('offers no renaming, moving or sharing of its content', async () => {
    const { user } = await at(`/platform/files/${folder.id}`)
    await user.click(await screen.findByText('plan.docx'))
    fireEvent.contextMenu(screen.getByText('plan.docx'))
    expect(await screen.findByRole('menuitem', { name: /Restore/ })).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: /Rename|Move|Share/ })).not.toBeInTheDocument()
  })
})
