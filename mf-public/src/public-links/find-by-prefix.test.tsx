import { publicFindByPrefix, publicFolder, publicShare } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeEntry, makeListing, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { shareOf, token } from './testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const entries = Array.from({ length: 250 }, (_, index) =>
  makeEntry({ name: index === 230 ? 'zebra.txt' : `file ${String(index)}` }),
)
const show = async () => {
  let isOpen = true
  const server = fakeServer()
    .on(publicShare, () => (isOpen ? shareOf() : refuse('share-expired')))
    .on(publicFolder, ({ query }) => {
      const page = query.page ?? 1
      return makeListing(entries.slice((page - 1) * 200, page * 200), { paginate: { total: 250 } })
    })
    .on(publicFindByPrefix, () =>
      isOpen
        ? { data: { id: entries[230]?.id ?? '', type: 'entry-position' as const, attributes: { index: 230 } } }
        : refuse('share-expired'),
    )
  const view = await renderSection(section, { path: `/share/${token}/files`, server, session: 'anonymous' })
  await view.user.click(await within(await screen.findByRole('grid')).findByText('file 0'))
  return {
    ...view,
    server,
    expire: () => {
      isOpen = false
    },
  }
}

// However long it takes, characters are typed without a pause.
beforeEach(() => {
  jest.spyOn(performance, 'now').mockReturnValue(0)
})
afterEach(() => {
  jest.restoreAllMocks()
})

test('typing finds an entry of a shared folder that is not loaded', async () => {
  const { user, server } = await show()
  await user.keyboard('zeb')
  await waitFor(() => {
    expect(screen.getByRole('row', { selected: true })).toHaveTextContent('zebra.txt')
  })
  expect(server.callsOf(publicFindByPrefix).map(({ params }) => params)).toEqual([{ id: 'all', token }])
})

test('typing after the link has expired shows that it has expired', async () => {
  const { user, expire } = await show()
  expire()
  await user.keyboard('zeb')
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeInTheDocument()
})
