import { type Entry, preparePublicZip, publicFile, publicFolder, publicShare } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeEntry, makeListing, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { shareOf, token } from './testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const thumbnail = { xs: '/xs', sm: '/sm', lg: '/lg', xl: '/xl' }
const picture = makeEntry({ name: 'plan.jpg', mimetype: 'image/jpeg', file_url: null, thumbnail })
const text = makeEntry({ name: 'notes.txt', mimetype: 'text/plain', filesize: 9, file_url: null })
const box = makeEntry({ type: 'folder', name: 'Box' })

async function open(entries: readonly Entry[], { canDownload = false } = {}) {
  const state = { canDownload }
  const server = fakeServer()
    .on(publicShare, () => shareOf({ can_download: state.canDownload }))
    .on(publicFolder, makeListing([...entries]))
  const view = await renderSection(section, { path: `/share/${token}/files`, server, session: 'anonymous' })
  await screen.findAllByText(entries[0]!.attributes.name)
  return { ...view, server, state }
}
const labelsOf = async (name: string) => {
  fireEvent.contextMenu(await screen.findByText(name))
  await screen.findByRole('menu')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

test('a folder offers no download, in its header, its rows and its menus', async () => {
  const { user } = await open([box, picture, text])
  expect(screen.getByText('Downloads are turned off')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Download/ })).not.toBeInTheDocument()
  expect(await labelsOf('plan.jpg')).toEqual(['PreviewEnter', 'Details'])
  await user.keyboard('{Escape}')
  expect(await labelsOf('Box')).toEqual(['Open', 'Details'])
})

test.each([
  [picture, true],
  [text, false],
])('the card of a file has no download, and a preview where there is a picture', async (file, hasPreview) => {
  const server = fakeServer()
    .on(publicShare, shareOf({ type: 'file', can_download: false, name: file.attributes.name }))
    .on(publicFile, { data: file })
  await renderSection(section, { path: `/share/${token}/file`, server, session: 'anonymous' })
  await screen.findByRole('heading', { name: file.attributes.name })
  expect(await screen.findByText('Downloads are turned off')).toBeInTheDocument()
  await waitFor(() => {
    expect(screen.queryAllByRole('button', { name: 'Preview' })).toHaveLength(hasPreview ? 1 : 0)
    expect(screen.queryAllByText(/Only people the file is shared with in another way/)).toHaveLength(hasPreview ? 0 : 1)
  })
  expect(screen.queryByRole('link', { name: 'Download' })).not.toBeInTheDocument()
})

test('downloads that were turned off since the page was loaded are not begun, and their buttons go', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { user, server, state } = await open([file], { canDownload: true })
  state.canDownload = false
  fireEvent.contextMenu(screen.getByText('plan.docx'))
  await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
  expect(await screen.findByText('Downloads are turned off')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Download all' })).not.toBeInTheDocument()
  expect(server.callsOf(preparePublicZip)).toEqual([])
})
