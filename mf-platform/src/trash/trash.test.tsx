import { browseTrash, emptyTrash, removeEntries, restoreEntries } from '@holdall/api'
import { makeEntry, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { worldWith } from '../testing/world.ts'

const done = { message: 'Done.', count: 1 }
const trashed = (name: string, type: 'file' | 'folder' = 'file') =>
  makeEntry({ type, name, deleted_at: '2026-03-14T10:00:00.000Z' })

const open = async (...entries: ReturnType<typeof trashed>[]) => {
  const { server, home } = worldWith([], entries)
  const view = await renderSection(section, { path: '/platform/trash', server })
  return { ...view, server, home }
}

test('shows when things were deleted, in the server’s own order', async () => {
  const { server } = await open(trashed('plan.docx'))
  expect(await screen.findByRole('columnheader', { name: 'Deleted' })).toBeInTheDocument()
  expect(screen.getAllByText('Mar 14, 2026').length).toBeGreaterThan(0)
  expect(server.callsOf(browseTrash)[0]?.query.sort).toBeUndefined()
})

test('an empty trash says how long things stay', async () => {
  await open()
  expect(await screen.findByText('The trash is empty')).toBeInTheDocument()
  expect(screen.getByText(/wait here for 30 days/)).toBeInTheDocument()
})

test('what is selected is restored', async () => {
  const [first, second] = [trashed('a.txt'), trashed('b.txt')]
  const { user, server, home } = await open(first, second)
  server.on(restoreEntries, () => {
    home.trashed.length = 0
    return { message: 'Done.', count: 2 }
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select everything' }))
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('2 items restored')).toBeInTheDocument()
  expect(await screen.findByText('The trash is empty')).toBeInTheDocument()
  expect(server.callsOf(restoreEntries)[0]?.body.items.map(({ id }) => id)).toEqual([first.id, second.id])
})

test('deleting for good asks first', async () => {
  const file = trashed('a.txt')
  const { user, server, home } = await open(file)
  server.on(removeEntries, () => {
    home.trashed.length = 0
    return done
  })
  await user.click(await screen.findByText('a.txt'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText('Delete “a.txt” for good?')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(server.callsOf(removeEntries)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Delete for good' }))
  await user.click((await screen.findAllByRole('button', { name: 'Delete for good' })).at(-1) as HTMLElement)
  expect(await screen.findByText('The trash is empty')).toBeInTheDocument()
  expect(server.callsOf(removeEntries)[0]?.body).toEqual({ items: [{ id: file.id, type: 'file' }] })
})

test('emptying asks first', async () => {
  const { user, server, home } = await open(trashed('a.txt'))
  server.on(emptyTrash, () => {
    home.trashed.length = 0
    return done
  })
  await user.click(await screen.findByRole('button', { name: 'Empty trash' }))
  expect(await screen.findByText('Empty the trash?')).toBeInTheDocument()
  expect(server.callsOf(emptyTrash)).toHaveLength(0)
  await user.click(screen.getAllByRole('button', { name: 'Empty trash' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Your trash was successfully cleared.')).toBeInTheDocument()
  expect(await screen.findByText('The trash is empty')).toBeInTheDocument()
})

test('a folder in the trash opens in the trash', async () => {
  const folder = trashed('Contracts', 'folder')
  const { user, address } = await open(folder)
  await user.dblClick(await screen.findByText('Contracts'))
  await waitFor(() => {
    expect(address()).toBe(`/platform/trash/${folder.id}`)
  })
})
