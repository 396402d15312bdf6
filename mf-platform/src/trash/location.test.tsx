import { browseTrash } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeEntry, makeId, makeListing, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const deleted_at = '2026-03-14T10:00:00.000Z'
const folderId = makeId()
const contract = makeEntry({
  name: 'contract.pdf',
  deleted_at,
  location: { id: folderId, path: ['Projects', 'مشاريع', 'Contracts'], truncated: false },
})
const atTop = makeEntry({ name: 'notes.txt', deleted_at, location: { id: null, path: [], truncated: false } })
const deep = makeEntry({
  name: 'deep.txt',
  deleted_at,
  location: { id: makeId(), path: ['c', 'd', 'e', 'f', 'g'], truncated: true },
})

const show = async () => {
  const { server } = serverWith([], [contract, atTop, deep])
  const view = await renderSection(section, { path: '/platform/trash', server })
  const grid = within(await screen.findByRole('grid'))
  return { ...view, grid }
}
const cellOf = (name: RegExp) => {
  const cell = screen.getByRole('row', { name }).querySelector<HTMLElement>('[data-col=location]')
  if (!cell) throw new Error('The row has no location.')
  return cell
}

test('has no column for the location in a folder that is in the trash: its content is restored with it', async () => {
  const { server } = serverWith([], [])
  const inner = makeEntry({ name: 'draft.txt', deleted_at })
  server.on(browseTrash, () => makeListing([inner]))
  await renderSection(section, { path: `/platform/trash/${makeId()}`, server })
  const grid = within(await screen.findByRole('grid'))
  expect(await grid.findByText('draft.txt')).toBeInTheDocument()
  expect(grid.queryByRole('columnheader', { name: 'Original location' })).toBeNull()
})

test('shows the original location of each item, with each name in its own direction', async () => {
  const { grid } = await show()
  expect(await grid.findByRole('columnheader', { name: 'Original location' })).toBeInTheDocument()
  expect(cellOf(/contract/)).toHaveTextContent('… / مشاريع / Contracts')
  const names = [...cellOf(/contract/).querySelectorAll('[dir=auto]')]
  expect(names.map(({ textContent }) => textContent)).toEqual(['مشاريع', 'Contracts'])
  expect(names[1]?.parentElement).toHaveAttribute('title', 'Projects / \u2068مشاريع\u2069 / Contracts')
  expect(cellOf(/notes/)).toHaveTextContent(/^Files$/)
  expect(cellOf(/deep/)).toHaveTextContent('… / f / g')
})

test('shows it in the line below the name, where columns do not fit', async () => {
  const { grid } = await show()
  const line = (await grid.findByText('contract.pdf')).parentElement?.nextElementSibling
  expect(line).toHaveTextContent(/Mar 14, 2026·… \/ مشاريع \/ Contracts$/)
})

test('a click on it opens the folder', async () => {
  const { user, address } = await show()
  await screen.findByText('contract.pdf')
  await user.click(within(cellOf(/contract/)).getByRole('link'))
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${folderId}`)
  })
})

test('the menu of an item opens the folder too', async () => {
  const { user, address } = await show()
  fireEvent.contextMenu(await screen.findByText('notes.txt'))
  await user.click(await screen.findByRole('menuitem', { name: 'Go to original location' }))
  await waitFor(() => {
    expect(address()).toBe('/platform/files')
  })
})
