import { act, screen, waitFor } from '@testing-library/react'
import type { FileSource } from '../folder-data/file-source.ts'
import { fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { showBrowser } from '../testing/show-browser.tsx'

giveLayout()

async function show() {
  let total = 2
  const source: FileSource = {
    ...fakeSource(0).source,
    page: (folder, query, signal) => fakeSource(total).source.page(folder, query, signal),
  }
  const view = await showBrowser(source, { empty: <h2>Nothing here</h2> })
  await screen.findByText('file 0')
  return {
    ...view,
    async setTotal(next: number) {
      total = next
      await act(() => view.client.refetchQueries())
    },
  }
}

test('once everything is deleted the focus is on what the folder says, and again in the list when entries return', async () => {
  const { user, setTotal } = await show()
  await user.click(screen.getByText('file 0'))
  expect(screen.getByRole('grid')).toHaveFocus()
  await setTotal(0)
  expect(await screen.findByRole('heading', { name: 'Nothing here' })).toHaveFocus()
  await setTotal(2)
  await screen.findByText('file 0')
  expect(screen.getByRole('grid')).toHaveFocus()
})

test('the focus stays where it is outside of the list', async () => {
  const { setTotal } = await show()
  const other = document.createElement('button')
  document.body.append(other)
  other.focus()
  await setTotal(0)
  await screen.findByRole('heading', { name: 'Nothing here' })
  expect(other).toHaveFocus()
  other.remove()
})

test('a menu that is closed after that leaves the focus where it belongs', async () => {
  const { setTotal } = await show()
  const item = document.createElement('button')
  document.body.append(item)
  item.focus()
  await setTotal(0)
  const heading = await screen.findByRole('heading', { name: 'Nothing here' })
  item.remove()
  await waitFor(() => expect(heading).toHaveFocus())
})
