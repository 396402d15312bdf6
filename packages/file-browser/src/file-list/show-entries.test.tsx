import { act, screen, waitFor } from '@testing-library/react'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { activeName, selectedCards, selectedNames } from '../testing/read-rows.ts'
import { showBrowser } from '../testing/show-browser.tsx'
import { showEntries } from './show-entries.ts'

giveLayout()

/** A folder whose entries a test adds and removes. */
async function showChanging(count: number, props: Parameters<typeof showBrowser>[1] = {}) {
  let entries = Array.from({ length: count }, (_, index) => entryAt(index))
  const page = async (...query: Parameters<ReturnType<typeof fakeSource>['source']['page']>) =>
    fakeSource(entries.length, (index) => entries[index] ?? entryAt(index)).source.page(...query)
  const view = await showBrowser({ ...fakeSource(0).source, page }, props)
  await screen.findByText('file 0')
  return {
    ...view,
    change: (to: typeof entries) => {
      entries = to
      return act(() => view.client.invalidateQueries())
    },
  }
}

test('an entry that is added is selected and scrolled to once the list has it', async () => {
  const { change } = await showChanging(100)
  act(() => {
    showEntries(null, ['id-new'])
  })
  expect(selectedNames()).toEqual([])
  await change([...Array.from({ length: 100 }, (_, index) => entryAt(index)), { ...entryAt(100), id: 'id-new' }])
  await waitFor(() => {
    expect(selectedNames()).toEqual(['file 100'])
  })
  expect(activeName()).toBe('file 100')
})

test('the cards of a grid are selected too', async () => {
  await showBrowser(fakeSource(20).source, { view: 'grid' })
  await screen.findByText('file 0')
  act(() => {
    showEntries(null, ['id-3', 'id-4'])
  })
  expect(selectedCards()).toEqual(['file 3', 'file 4'])
})

test('an entry on a page that is not loaded is found by its name', async () => {
  await showBrowser(fakeSource(5000).source)
  await screen.findByText('file 0')
  act(() => {
    showEntries(null, ['id-3210'], 'file 3210')
  })
  // The row is rendered once its page is loaded and scrolled to.
  await waitFor(() => {
    expect(selectedNames()).toEqual(['file 3210'])
  })
})

test('what was selected in the meantime stays selected', async () => {
  const { change, user } = await showChanging(5)
  act(() => {
    showEntries(null, ['id-5'])
  })
  await user.click(screen.getByText('file 2'))
  await change(Array.from({ length: 6 }, (_, index) => entryAt(index)))
  expect(await screen.findByText('file 5')).toBeInTheDocument()
  expect(selectedNames()).toEqual(['file 2'])
})

test('entries of another folder change nothing', async () => {
  await showBrowser(fakeSource(5).source)
  await screen.findByText('file 0')
  act(() => {
    showEntries('other', ['id-3'])
  })
  expect(selectedNames()).toEqual([])
})

test('an entry that leaves the list is not selected any more', async () => {
  const { change, user, target } = await showChanging(3)
  await user.click(screen.getByText('file 0'))
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(selectedNames()).toEqual(['file 0', 'file 1'])
  await change([entryAt(1), entryAt(2)])
  await waitFor(() => {
    expect(target()?.count).toBe(1)
  })
  expect(selectedNames()).toEqual(['file 1'])
  await change([entryAt(2)])
  await waitFor(() => {
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument()
  })
})
