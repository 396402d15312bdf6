import { browseFolder, deleteVersion, type Entry, type FileVersion, listVersions, restoreVersions } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeEntry, makeId, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { openTeam, row } from '../testing/team-page-fixture.ts'

// Loads the popup that these tests open.
beforeAll(() => fetchOnce(() => import('./versions-popup.tsx')))

const plan = makeEntry({ name: 'plan.dat' })
const versionOf = (file: Entry, version: number, name: string | null = 'Mara'): FileVersion => ({
  id: `${file.id}.${String(version)}`,
  type: 'file-version',
  attributes: {
    version,
    filesize: version * 1000,
    mimetype: 'application/octet-stream',
    file_url: `/file/${file.id}?v=${String(version)}&earlier=1`,
    replaced_at: `2026-03-0${String(version)}T10:00:00.000Z`,
  },
  relationships: {
    replaced_by:
      name === null ? null : { data: { type: 'user', user: { id: makeId(), name, color: '#111', avatar: null } } },
  },
})
const page = (versions: readonly FileVersion[], currentPage = 1, lastPage = 1) => ({
  data: [...versions],
  meta: {
    paginate: { currentPage, lastPage, perPage: 50, from: 1, to: versions.length, total: versions.length },
    filesize: versions.reduce((sum, { attributes }) => sum + attributes.filesize, 0),
  },
})

async function open(versions: readonly FileVersion[] = [versionOf(plan, 2), versionOf(plan, 1, null)]) {
  const { server } = serverWith([plan])
  const state = { versions }
  server.on(listVersions, () => page(state.versions))
  const view = await renderSection(section, { path: '/platform/files', server })
  fireEvent.contextMenu(await screen.findByText('plan.dat'))
  const show = async () => view.user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  return { ...view, server, state, show }
}
const popup = async () => within(await screen.findByRole('dialog', { name: 'Versions of “plan.dat”' }))

test('lists the earlier versions of a file with date, person and size, and the storage that they take', async () => {
  const { show } = await open()
  await show()
  const dialog = await popup()
  const [newest, oldest] = await dialog.findAllByRole('listitem')
  expect(newest).toHaveTextContent(/^Mar 2, 2026.*Replaced by Mara · 2 kB$/)
  expect(oldest).toHaveTextContent(/^Mar 1, 2026.*M1 kB$/)
  expect(dialog.getByText(/^2 versions/)).toHaveTextContent('2 versions · 3 kB of storage')
})

test('restores a version, and lists what it was until then', async () => {
  const { show, user, server, state } = await open()
  server.on(restoreVersions, () => {
    state.versions = [versionOf(plan, 3), ...state.versions.slice(0, 1)]
    return { message: 'Done.', count: 1 }
  })
  await show()
  const dialog = await popup()
  const listed = server.callsOf(browseFolder).length
  await user.click(await dialog.findByRole('button', { name: /^Restore the version of .*Mar 1/ }))
  expect(await screen.findByText('Earlier version of “plan.dat” restored')).toBeInTheDocument()
  expect(server.callsOf(restoreVersions)[0]?.body).toEqual({ items: [{ id: plan.id, version: 1 }] })
  expect(await dialog.findByRole('button', { name: /^Restore the version of .*Mar 3/ })).toBeInTheDocument()
  await waitFor(() => {
    expect(server.callsOf(browseFolder).length).toBeGreaterThan(listed)
  })
})

test('deletes a version after a question', async () => {
  const { show, user, server, state } = await open()
  server.on(deleteVersion, () => {
    state.versions = []
    return { message: 'Done.', count: 1 }
  })
  await show()
  const dialog = await popup()
  await user.click(await dialog.findByRole('button', { name: /^Delete the version of .*Mar 2/ }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this version?' }))
  await user.click(question.getByRole('button', { name: 'Delete forever' }))
  expect(await screen.findByText('Version deleted')).toBeInTheDocument()
  expect(server.callsOf(deleteVersion)[0]?.params).toEqual({ id: plan.id, version: 2 })
  expect(await dialog.findByText('No earlier versions')).toBeInTheDocument()
})

test('a version is downloaded and shown in the preview, which closes back to the versions', async () => {
  const { show, user } = await open()
  const addresses: string[] = []
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.getAttribute('href') ?? '')
  })
  await show()
  const dialog = await popup()
  await user.click(await dialog.findByRole('button', { name: /^Download the version of .*Mar 1/ }))
  await waitFor(() => {
    expect(addresses).toEqual([`/file/${plan.id}?v=1&earlier=1&download=1`])
  })
  await user.click(dialog.getByRole('button', { name: /^Preview the version of .*Mar 1/ }))
  const preview = within(await screen.findByRole('dialog', { name: 'plan.dat' }))
  await user.click(await preview.findByRole('button', { name: 'Close' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'plan.dat' })).not.toBeInTheDocument()
  })
  expect(screen.getByRole('dialog', { name: 'Versions of “plan.dat”' })).toBeInTheDocument()
  click.mockRestore()
})

test('more versions are loaded on request', async () => {
  const { show, user, server } = await open()
  const pages = [page([versionOf(plan, 2)], 1, 2), page([versionOf(plan, 1)], 2, 2)]
  server.on(listVersions, ({ query }) => pages[(query.page ?? 1) - 1] ?? refuse('internal'))
  await show()
  const dialog = await popup()
  await user.click(await dialog.findByRole('button', { name: 'Show more' }))
  await waitFor(() => {
    expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  })
})

test('says that there are no versions', async () => {
  const { show } = await open([])
  await show()
  expect(await (await popup()).findByText('No earlier versions')).toBeInTheDocument()
})

test('says that the versions of a file that is gone, or cannot be edited any more, are not shown', async () => {
  const { show, server } = await open()
  server.on(listVersions, () => refuse('not-found'))
  await show()
  expect(await (await popup()).findByText('You can’t see these versions')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('a failed load opens the general alert, and can be tried again', async () => {
  const { show, user, server, host, state } = await open()
  server.on(listVersions, () => refuse('internal'))
  await show()
  expect(await screen.findByRole('alertdialog')).toBeInTheDocument()
  server.on(listVersions, () => page(state.versions))
  act(() => {
    host.overlay.close()
  })
  await user.click(await (await popup()).findByRole('button', { name: 'Retry' }))
  expect(await (await popup()).findAllByRole('listitem')).toHaveLength(2)
})

test('in a team folder, members who can edit see versions and delete none', async () => {
  const { server, user, report } = await openTeam('can_edit')
  server.on(listVersions, () => page([versionOf(report, 1)]))
  fireEvent.contextMenu(row('report.txt'))
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions of “report.txt”' }))
  expect(await dialog.findByRole('button', { name: /^Restore/ })).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
})
