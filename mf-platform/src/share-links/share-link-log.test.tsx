import { type ShareEvent, shareLog } from '@holdall/api'
import { makeId, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith, sharedFile } from '../testing/platform-fixture.ts'

const event = (kind: ShareEvent['attributes']['kind'], name: string | null = null): ShareEvent => ({
  id: makeId(),
  type: 'share-event',
  attributes: { kind, name, address: '203.0.113.0/24', created_at: '2026-03-12T10:00:00.000Z' },
})
const page = (data: ShareEvent[], currentPage = 1, lastPage = 1) => ({
  data,
  meta: {
    paginate: { currentPage, lastPage, perPage: 10, from: 1, to: data.length, total: data.length },
    counts: { opened: 1200, downloaded: 1, uploaded: 0 },
  },
})

async function open(attributes: Parameters<typeof sharedFile>[1] = {}) {
  const entry = sharedFile('plan.docx', attributes)
  const { server } = serverWith([entry])
  const view = await renderSection(section, { path: '/platform/files', server })
  fireEvent.contextMenu(await screen.findByText('plan.docx'))
  await view.user.click(await screen.findByRole('menuitem', { name: 'Edit link…' }))
  await screen.findByRole('dialog', { name: 'Share “plan.docx”' })
  const show = () => view.user.click(screen.getByRole('button', { name: 'Activity' }))
  return { ...view, server, show }
}
const log = async () => within(await screen.findByRole('region', { name: 'Activity of the link' }))

test('shows how often a link was used, and by which networks', async () => {
  const { user, server, show } = await open()
  const pages = [
    page([event('downloaded', 'plan.docx'), event('opened')], 1, 2),
    page([event('uploaded', 'b.txt')], 2, 2),
  ]
  server.on(shareLog, ({ query }) => pages[(query.page ?? 1) - 1] ?? refuse('internal'))
  await show()
  const panel = await log()
  expect(await panel.findByText('plan.docx')).toBeInTheDocument()
  expect(panel.getAllByRole('listitem')[0]).toHaveTextContent('Downloaded plan.docx')
  expect(panel.getAllByText(/^203.0.113.0\/24$/)).toHaveLength(2)
  expect(panel.getByText('Views').nextElementSibling).toHaveTextContent('1,200')
  expect(panel.getByText('Download').nextElementSibling).toHaveTextContent('1')
  await user.click(panel.getByRole('button', { name: 'Show more' }))
  await waitFor(() => {
    expect(panel.getAllByRole('listitem')).toHaveLength(3)
  })
  await user.click(screen.getByRole('button', { name: 'Activity', pressed: true }))
  expect(screen.queryByRole('region', { name: 'Activity of the link' })).not.toBeInTheDocument()
})

test('is fetched again when the user returns to the page, and when links have changed', async () => {
  const { host, server, show } = await open()
  server.on(shareLog, page([]))
  await show()
  await (await log()).findByText('No visits yet')
  server.on(shareLog, page([event('opened')]))
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  fireEvent.focus(window)
  now.mockRestore()
  expect(await (await log()).findByText('Opened')).toBeInTheDocument()
  server.on(shareLog, page([event('downloaded', 'plan.docx'), event('opened')]))
  act(() => {
    host.events.emit('shares.changed', { entryId: makeId() })
  })
  expect(await (await log()).findByText('plan.docx')).toBeInTheDocument()
})

test('of a link that has expired is shown too; without events it says so', async () => {
  const { server, show } = await open({ expire_in: 24, expires_at: '2026-03-13T10:00:00.000Z' })
  server.on(shareLog, page([]))
  await show()
  expect(await (await log()).findByText('No visits yet')).toBeInTheDocument()
})

test('that fails to load can be tried again', async () => {
  const { user, server, show } = await open()
  server.on(shareLog, () => refuse('internal'))
  await show()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  server.on(shareLog, page([event('opened')]))
  await user.click(retry)
  expect(await (await log()).findByText('Opened')).toBeInTheDocument()
})
