import { type ErrorCode, publicFolder, publicSearch, publicShare } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { previewClosed, previewLayer, serveBytes } from '@holdall/preview/testing'
import { fetchOnce } from '@holdall/section'
import {
  type EntryOverrides,
  fakeServer,
  makeEntry,
  makeId,
  makeListing,
  refuse,
  renderSection,
} from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { shareOf, token } from './testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const logos = { id: makeId(), name: 'Logos' }
const found = (overrides: EntryOverrides, folder: typeof logos | null = null) =>
  makeEntry({
    parent_id: folder?.id ?? null,
    location: { id: folder?.id ?? null, path: folder ? [folder.name] : [], truncated: false },
    ...overrides,
  })
const inLogos = found({ name: 'plan.txt', mimetype: 'text/plain', file_url: '/plan?signature=s', filesize: 9 }, logos)
const folder = found({ type: 'folder', name: 'Plans' })

async function show(path = `/share/${token}/files`) {
  const state: { entries: ReturnType<typeof found>[]; truncated: boolean; code: ErrorCode | null } = {
    entries: [folder, inLogos],
    truncated: false,
    code: null,
  }
  const server = fakeServer()
    .on(publicShare, () => (state.code === 'share-revoked' ? refuse('share-revoked') : shareOf()))
    .on(publicFolder, ({ params }) =>
      makeListing(
        params.id === logos.id
          ? [makeEntry({ ...inLogos.attributes, id: inLogos.id })]
          : [makeEntry({ name: 'Fact sheet.pdf' })],
        {
          ...(params.id === logos.id && { root: makeEntry({ type: 'folder', ...logos }) }),
        },
      ),
    )
    .on(publicSearch, () => {
      if (state.code) return refuse(state.code)
      const listing = makeListing(state.entries)
      return { ...listing, meta: { ...listing.meta, truncated: state.truncated } }
    })
  const view = await renderSection(section, { path, server, session: 'anonymous' })
  return { ...view, server, state }
}
const field = () => screen.findByRole('searchbox', { name: 'Search files' })

test('an address with a text shows what is found, with its folder, and the text in the field', async () => {
  const { server } = await show(`/share/${token}/files?search=plan`)
  expect(await screen.findByText('plan.txt')).toBeInTheDocument()
  expect(await field()).toHaveValue('plan')
  expect(screen.getByRole('heading', { level: 1, name: 'Results for “plan”' })).toBeInTheDocument()
  expect(document.title).toMatch(/^Results for “plan”/)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.querySelector('[data-col=location]')?.textContent)).toEqual(['All files', 'Logos'])
  expect(screen.getByText('End of results')).toBeInTheDocument()
  expect(server.callsOf(publicFolder)).toEqual([])
  expect(server.callsOf(publicSearch).map(({ params, query }) => [params, query])).toEqual([
    [{ token }, { query: 'plan', page: 1, per_page: 200, sort: 'created_at', direction: 'DESC' }],
  ])
})

test('searches after the last key, keeps the focus, and Escape leads back to the folder', async () => {
  const { user, server, address } = await show()
  await screen.findByText('Fact sheet.pdf')
  await user.type(await field(), ' pl')
  await user.type(await field(), 'an')
  expect(await screen.findByText('plan.txt')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files?search=plan`)
  expect(server.callsOf(publicSearch).map(({ query }) => query.query)).toEqual(['plan'])
  expect(await field()).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Fact sheet.pdf')).toBeInTheDocument()
  expect(await field()).toHaveValue('')
  expect(await field()).toHaveFocus()
  expect(address()).toBe(`/share/${token}/files`)
})

test('Enter searches at once, the arrow down leads to the results, and the button clears the search', async () => {
  const { user, address } = await show()
  await screen.findByText('Fact sheet.pdf')
  await user.type(await field(), 'plan{Enter}')
  expect(address()).toBe(`/share/${token}/files?search=plan`)
  await screen.findByText('plan.txt')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => {
    expect(screen.getByRole('grid')).toHaveFocus()
  })
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('Fact sheet.pdf')).toBeInTheDocument()
  expect(address()).toBe(`/share/${token}/files`)
})

test('each text replaces the one before in the address of its folder, and the field follows another address', async () => {
  const { user, address, host } = await show(`/share/${token}/files/${logos.id}`)
  await screen.findByText('plan.txt')
  await user.type(await field(), 'pl{Enter}')
  await user.type(await field(), 'an{Enter}')
  await waitFor(() => {
    expect(address()).toBe(`/share/${token}/files/${logos.id}?search=plan`)
  })
  host.navigation.go(`/share/${token}/files/${logos.id}`)
  await waitFor(async () => {
    expect(await field()).toHaveValue('')
  })
  expect(await screen.findByText('plan.txt')).toBeInTheDocument()
})

test('a folder opens, and a result is shown in its folder', async () => {
  const { user, address, host } = await show(`/share/${token}/files?search=plan`)
  await user.dblClick(await within(await screen.findByRole('grid')).findByText('Plans'))
  await waitFor(() => {
    expect(address()).toBe(`/share/${token}/files/${folder.id}`)
  })
  host.navigation.go(`/share/${token}/files?search=plan`)
  fireEvent.contextMenu(await screen.findByText('plan.txt'))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'PreviewEnter',
    'Show in folder',
    'Details',
    'Download',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Show in folder' }))
  expect(await screen.findByRole('row', { selected: true })).toHaveTextContent('plan.txt')
  expect(address()).toBe(`/share/${token}/files/${logos.id}`)
})

test('a file opens above the results at an address of its own, and closing leaves the results', async () => {
  serveBytes({ '/plan?signature=s': 'the plan' })
  const results = `/share/${token}/files?search=plan`
  const { user, address } = await show(`${results}&preview=${inLogos.id}`)
  expect(await within(await previewLayer('plan.txt')).findByText('the plan')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await previewClosed()
  expect(address()).toBe(results)
  await user.dblClick(await within(screen.getByRole('grid')).findByText('plan.txt'))
  await previewLayer('plan.txt')
  expect(address()).toBe(`${results}&preview=${inLogos.id}`)
})

test.each([
  [false, 'Search looks at the names of all files and folders here. Try another word, or a part of one.'],
  [true, 'Not everything was searched. Type more of the name to find the rest.'],
])('says that nothing was found; more matches than were searched: %s', async (truncated, text) => {
  const { state } = await show()
  Object.assign(state, { entries: [], truncated })
  fireEvent.change(await field(), { target: { value: 'plan' } })
  expect(await screen.findByText('No results for “plan”')).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
})

test('a search that fails can be repeated', async () => {
  const { user, state } = await show()
  state.code = 'busy'
  fireEvent.change(await field(), { target: { value: 'plan' } })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  state.code = null
  await user.click(retry)
  expect(await screen.findByText('plan.txt')).toBeInTheDocument()
})

test('says that the link was revoked during a search', async () => {
  const { state } = await show()
  await screen.findByText('Fact sheet.pdf')
  state.code = 'share-revoked'
  fireEvent.change(await field(), { target: { value: 'plan' } })
  expect(await screen.findByRole('heading', { name: 'This link was turned off' })).toBeInTheDocument()
})
