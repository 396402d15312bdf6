import { browseFolder, findByPrefix } from '@holdall/api'
import { makeEntry, makeListing, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const TOTAL = 450
const entries = Array.from({ length: TOTAL }, (_, index) =>
  makeEntry({ name: index === 402 ? 'zebra.txt' : `file ${String(index)}` }),
)
const longFolder = async () => {
  const { server } = serverWith([])
  server.on(browseFolder, ({ query }) => {
    const page = query.page ?? 1
    return makeListing(entries.slice((page - 1) * 200, page * 200), { paginate: { total: TOTAL } })
  })
  return { server, show: () => renderSection(section, { path: '/platform/files', server }) }
}
const grid = () => screen.findByRole('grid')

// However long it takes, characters are typed without a pause.
beforeEach(() => {
  jest.spyOn(performance, 'now').mockReturnValue(0)
})
afterEach(() => {
  jest.restoreAllMocks()
})

test('typing shows and selects the entry that the server finds by the beginning of its name', async () => {
  const { server, show } = await longFolder()
  const found = entries[402]
  server.on(findByPrefix, {
    data: { id: found?.id ?? '', type: 'entry-position', attributes: { index: 402 } },
  })
  const { user } = await show()
  await user.click(await within(await grid()).findByText('file 0'))
  await user.keyboard('zeb')
  expect(await within(await grid()).findByText('zebra.txt')).toBeInTheDocument()
  await waitFor(() => {
    expect(screen.getByRole('row', { selected: true })).toHaveTextContent('zebra.txt')
  })
  const [call] = server.callsOf(findByPrefix)
  expect(call?.params).toEqual({ id: 'all' })
  expect(call?.query).toEqual({ prefix: 'zeb', sort: 'created_at', direction: 'DESC' })
})

test('typing without an answer shows no message and keeps the selection', async () => {
  const { server, show } = await longFolder()
  server.on(findByPrefix, () => refuse('internal'))
  const { user } = await show()
  await user.click(await within(await grid()).findByText('file 0'))
  await user.keyboard('x')
  await waitFor(() => {
    expect(server.callsOf(findByPrefix)).toHaveLength(1)
  })
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('row', { selected: true })).toHaveTextContent('file 1')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
