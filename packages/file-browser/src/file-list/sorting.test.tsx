import { screen, waitFor, within } from '@testing-library/react'
import type { FileSource } from '../folder-data/file-source.ts'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { activeName, selectedNames } from '../testing/read-rows.ts'
import { showBrowser } from '../testing/show-browser.tsx'

giveLayout()
/** A folder whose entries are in the opposite order while it is sorted by name. `release` lets pages of that order load. */
function reversibleSource(total: number, nameOf = (index: number) => `file ${String(index)}`) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const make = (index: number) => entryAt(index, { name: nameOf(index) })
  const { source: given } = fakeSource(total, make)
  const { source: reversed, pages } = fakeSource(total, (index) => make(total - 1 - index))
  const source: FileSource = {
    ...given,
    async page(folder, query, signal) {
      if (query.sort !== 'name') return given.page(folder, query, signal)
      await released
      return reversed.page(folder, query, signal)
    },
    findByPrefix: async (folder, query, signal) => (await reversed.findByPrefix?.(folder, query, signal)) ?? null,
  }
  return { source, release, pages }
}

const nameHead = () => within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button')

test('while another order is loading its column head keeps the focus, and the rows are placeholders', async () => {
  const { source, release } = reversibleSource(5)
  const { user } = await showBrowser(source)
  await screen.findByText('file 0')
  nameHead().focus()
  await user.keyboard('{Enter}')
  expect(screen.getAllByRole('row', { busy: true })).toHaveLength(5)
  expect(nameHead()).toHaveFocus()
  release()
  await screen.findByText('file 0')
  expect(nameHead()).toHaveFocus()
})

test('the cursor and the selection stay on their entry in another order, and F2 renames it', async () => {
  const { source, release } = reversibleSource(5)
  const { user } = await showBrowser(source, { onRename: () => Promise.resolve() })
  await user.click(await screen.findByText('file 1'))
  await user.click(nameHead())
  release()
  await screen.findByText('file 0')
  await waitFor(() => {
    expect(activeName()).toBe('file 1')
  })
  expect(selectedNames()).toEqual(['file 1'])
  expect(document.querySelector('[data-active]')).toHaveAttribute('aria-rowindex', '5')
  await user.keyboard('{F2}')
  expect(await screen.findByRole('textbox', { name: 'New name for file 1' })).toHaveFocus()
})

test('an entry on a page that is not loaded in the new order is found on the server, and shown for F2', async () => {
  const { source, release, pages } = reversibleSource(1000, (index) => `${String(index)}.txt`)
  release()
  const { user } = await showBrowser(source, { onRename: () => Promise.resolve() })
  await user.click(await screen.findByText('1.txt'))
  await user.click(nameHead())
  await screen.findByText('999.txt')
  await waitFor(async () => {
    await user.keyboard('{F2}')
    expect(screen.getByRole('textbox', { name: 'New name for 1.txt' })).toHaveFocus()
  })
  expect(new Set(pages())).toEqual(new Set([1, 5]))
})
