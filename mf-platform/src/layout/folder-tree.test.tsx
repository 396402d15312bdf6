import { folderTree } from '@holdall/api'
import { makeEntry, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

test('a tree that is older than five seconds is fetched again when its window gets the focus', async () => {
  const loadedAtMs = Date.now()
  const now = jest.spyOn(Date, 'now').mockReturnValue(loadedAtMs)
  const { server, home } = serverWith([makeEntry({ type: 'folder', name: 'Contracts' })])
  await renderSection(section, { path: '/platform/files', server })
  const tree = within(await screen.findByRole('navigation', { name: 'Folders' }))
  await tree.findByText('Contracts')
  home.entries.push(makeEntry({ type: 'folder', name: 'Photos' }))
  const before = server.callsOf(folderTree).length
  now.mockReturnValue(loadedAtMs + 4000)
  act(() => {
    window.dispatchEvent(new Event('focus'))
  })
  expect(server.callsOf(folderTree)).toHaveLength(before)
  now.mockReturnValue(loadedAtMs + 6000)
  act(() => {
    window.dispatchEvent(new Event('focus'))
  })
  await waitFor(() => {
    expect(tree.getByText('Photos')).toBeInTheDocument()
  })
  now.mockRestore()
})
