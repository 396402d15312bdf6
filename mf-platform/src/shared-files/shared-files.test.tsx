import { renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { recordingUploads, serverWith } from '../testing/platform-fixture.ts'

// This browser has no IndexedDB: nothing that was shared with the app is kept here.
test.each([
  ['none', 'There was no file in what you shared.'],
  ['too-many', 'You shared too many files at once. Share up to 200 of them, or upload them here.'],
  ['too-large', 'Together they are too large for this device to keep. Share fewer files at once, or upload them here.'],
  ['unavailable', 'They are no longer kept on this device. Share them again.'],
  ['6f9619ff-8b86-4d01-b42d-00c04fc964ff', 'They are no longer kept on this device. Share them again.'],
  ['constructor', 'They are no longer kept on this device. Share them again.'],
])('the page says why nothing can be uploaded: %s', async (shared, text) => {
  const { server } = serverWith([])
  const { uploads, added } = recordingUploads()
  const { user } = await renderSection(section, { path: `/platform/files?shared=${shared}`, server, uploads })
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'These files can’t be uploaded' })).toBeInTheDocument()
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(added).toEqual([])
})

test('other pages of files ask nothing', async () => {
  const { server } = serverWith([])
  await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('No files yet')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
