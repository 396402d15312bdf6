import type { Entry } from '@holdall/api'
import { act, screen, waitFor } from '@testing-library/react'
import type { FileSource } from '../folder-data/file-source.ts'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { showBrowser } from '../testing/show-browser.tsx'

giveLayout()

/** A folder whose entries a test can replace. */
async function folderOf(...names: readonly string[]) {
  let entries = names.map((name) => entryOf(name))
  const source: FileSource = {
    ...fakeSource(0).source,
    page: (folder, query, signal) =>
      fakeSource(entries.length, (index) => entries[index] ?? entryAt(index)).source.page(folder, query, signal),
  }
  const renamed: string[] = []
  const { user, client, target } = await showBrowser(source, {
    onRename: (entry) => {
      renamed.push(entry.id)
      return Promise.resolve()
    },
  })
  await screen.findByText(names[0] ?? '')
  return {
    user,
    selected: () => target()?.entries.map(({ attributes }) => attributes.name),
    highlighted: () => document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant'),
    async change(next: readonly Entry[]) {
      entries = [...next]
      await act(() => client.refetchQueries())
      await waitFor(() => {
        expect(screen.getAllByRole('row').length).toBeGreaterThanOrEqual(next.length)
      })
    },
  }
}
const entryOf = (id: string, name = id): Entry => {
  const entry = entryAt(0, { name })
  return { ...entry, id }
}

test('a range begins at the row that was clicked, also after a row was added above it', async () => {
  const folder = await folderOf('e', 'd', 'c', 'b', 'a')
  await folder.user.click(screen.getByText('d'))
  await folder.change(['z', 'e', 'd', 'c', 'b', 'a'].map((id) => entryOf(id)))
  await folder.user.keyboard('{Shift>}')
  await folder.user.click(screen.getByText('b'))
  await folder.user.keyboard('{/Shift}')
  expect(folder.selected()).toEqual(['d', 'c', 'b'])
})

test('F2 renames the highlighted entry, also after its row has moved', async () => {
  const folder = await folderOf('a', 'b', 'c')
  await folder.user.click(screen.getByText('a'))
  await folder.change([entryOf('b'), entryOf('c'), entryOf('a', 'renamed')])
  await folder.user.keyboard('{F2}')
  expect(await screen.findByRole('textbox')).toHaveValue('renamed')
})

test('when an entry is deleted the cursor stays at its row, and then follows the entry there', async () => {
  const folder = await folderOf('a', 'b', 'c')
  await folder.user.click(screen.getByText('b'))
  await folder.change([entryOf('a'), entryOf('c')])
  await folder.change([entryOf('z'), entryOf('a'), entryOf('c')])
  await folder.user.keyboard('{F2}')
  expect(await screen.findByRole('textbox')).toHaveValue('c')
})
