import { fetchOnce } from '@holdall/section'
import { makeEntry, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test('the grid that was chosen in Files is the view of the other pages too', async () => {
  const entries = [makeEntry({ name: 'plan.docx' })]
  const { server, home } = serverWith(entries, entries)
  home.latest.push(...entries)
  home.shared.push(...entries)
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  await user.click(await screen.findByRole('radio', { name: 'Grid' }))
  const isGrid = () => screen.getByRole('grid').hasAttribute('aria-colcount')
  expect(isGrid()).toBe(true)
  expect(host.preferences.get().view).toBe('grid')
  for (const name of ['RecentUploads', 'MySharedItems', 'Trash']) {
    act(() => {
      host.navigation.go({ name })
    })
    await waitFor(() => {
      expect([name, isGrid()]).toEqual([name, true])
    })
    await screen.findByText('plan.docx')
  }
})
