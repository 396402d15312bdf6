import { publicFolder, publicShare } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeEntry, makeListing, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { shareOf, token } from './testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const { matchMedia } = window
beforeEach(() => {
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('1181') })
})
afterEach(() => {
  window.matchMedia = matchMedia
})

test('visitors see the details of what is selected and of the folder: kind, size, dates and where it is in the link', async () => {
  const parent = makeEntry({ type: 'folder', name: 'Logos', items: 1 })
  const file = makeEntry({ name: 'plan.pdf', mimetype: 'application/pdf', filesize: 1200 })
  const server = fakeServer()
    .on(publicShare, shareOf())
    .on(publicFolder, makeListing([file], { root: parent }))
  const path = `/share/${token}/files/${parent.id}`
  const { user, host } = await renderSection(section, { path, server, session: 'anonymous' })
  await screen.findByText('plan.pdf')
  expect(screen.queryByRole('complementary', { name: 'Details' })).not.toBeInTheDocument()
  act(() => {
    host.preferences.set('detailsVisible', true)
  })
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }))
  // The shown folder, which is at the top of the link.
  expect(panel.getByText('Logos')).toBeInTheDocument()
  expect(panel.getByText('Press kit')).toBeInTheDocument()
  await user.click(screen.getByText('plan.pdf'))
  expect(await panel.findByText('PDF document (PDF)', { exact: false })).toHaveTextContent('1.2 kB')
  for (const label of ['Added', 'Modified', 'Location']) expect(panel.getByText(label)).toBeInTheDocument()
  expect(panel.getByText('Logos')).toBeInTheDocument()
  // Nothing of the owner: no links, no owner, no folder above the link.
  expect(panel.queryByText(/Sharing|Owner/)).not.toBeInTheDocument()
  await user.click(panel.getByRole('button', { name: 'Close details' }))
  expect(host.preferences.get().detailsVisible).toBe(false)
})

test('the menu of an entry opens them', async () => {
  const server = fakeServer()
    .on(publicShare, shareOf())
    .on(publicFolder, makeListing([makeEntry({ name: 'plan.pdf' })]))
  const view = await renderSection(section, { path: `/share/${token}/files`, server, session: 'anonymous' })
  fireEvent.contextMenu(await screen.findByText('plan.pdf'))
  await view.user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  expect(await screen.findByRole('complementary', { name: 'Details' })).toHaveTextContent('plan.pdf')
})
