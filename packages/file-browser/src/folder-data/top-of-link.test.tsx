import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { renderIn } from '../testing/show-browser.tsx'
import { type FileSource, type FolderState, pathOf } from './file-source.ts'
import { useFolder } from './use-folder.ts'

test('the folder that a link leads to is the top, and no part of a path', async () => {
  const { source } = fakeSource(1, (index) => entryAt(index, { folders: 1, name: 'Inner' }))
  const root = { data: entryAt(7, { folders: 8, name: 'Shared' }) }
  const linked: FileSource = {
    ...source,
    async page(folderId, query, signal) {
      // The folder inside stays loading.
      if (folderId !== null) return new Promise(() => {})
      const listing = await source.page(folderId, query, signal)
      return { ...listing, meta: { ...listing.meta, root } }
    },
  }
  const shown: [FolderState, string | null][] = []
  function Page() {
    const [folderId, setFolderId] = useState<string | null>(null)
    const { status } = useFolder(linked, folderId, { field: 'name', direction: 'ASC' })
    shown.push([status, folderId])
    return (
      <button
        onClick={() => {
          setFolderId('id-0')
        }}
      >
        Open
      </button>
    )
  }
  renderIn(<Page />)
  await waitFor(() => {
    expect(shown.at(-1)?.[0].state).toBe('ready')
  })
  expect(shown.at(-1)?.[0]).toMatchObject({ root: null })
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  const [status, folderId] = shown.at(-1)!
  expect(pathOf(status, folderId)).toMatchObject({ current: { name: 'Inner' }, ancestors: [] })
})
