import { createDataExport, type DataExport, dataExport, removeDataExport, storageUsage } from '@holdall/api'
import { refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { makeDataExport } from '../testing/own-account-fixture.ts'
import { serverWith } from '../testing/platform-fixture.ts'

async function open(attributes: Partial<DataExport['attributes']> = {}) {
  const { server } = serverWith([])
  let current = makeDataExport(attributes)
  const change = (next: Partial<DataExport['attributes']>) => {
    current = makeDataExport(next)
    return { data: current }
  }
  // The other part of the page says nothing meanwhile.
  server.on(storageUsage, () => new Promise<never>(() => {}))
  server.on(dataExport, () => ({ data: current }))
  server.on(createDataExport, () => change({ status: 'queued' }))
  server.on(removeDataExport, () => {
    change({})
    return {}
  })
  return { change, ...(await renderSection(section, { path: '/user/settings/storage', server })) }
}
const ready = {
  status: 'ready',
  filesize: 2_000_000,
  url: '/api/user/data-export/content',
  missing: 0,
  created_at: '2026-03-01T10:00:00.000Z',
  finished_at: '2026-03-01T10:00:00.000Z',
  expires_at: '2026-03-08T10:00:00.000Z',
} as const

test('a copy is requested, can be canceled while it is made, and is downloaded once it is ready', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { change, user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText(/Your copy is being made/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))

  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  await screen.findByText(/Your copy is being made/)
  change({ status: 'working', progress: { processed: 500_000, total: 2_000_000 } })
  expect(await screen.findByRole('progressbar', { name: 'Progress of the copy' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  )
  change({ ...ready, created_at: new Date().toISOString() })
  const link = await screen.findByRole('link', { name: 'Download' })
  expect(link).toHaveAttribute('href', ready.url)
  expect(link).toHaveAttribute('download')
  expect(screen.getByText(/Your copy is ready/)).toHaveTextContent(/2 MB, made on \w+ \d+, \d{4} at/)
})

test('says that a copy could not be canceled, and still shows it', async () => {
  const { server, user } = await open({ status: 'queued' })
  server.on(removeDataExport, () => refuse('internal'))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/Something went wrong/)).toBeInTheDocument()
  expect(screen.getByText(/Your copy is being made/)).toBeInTheDocument()
})

test('shows the copy that another page has requested meanwhile', async () => {
  const { change, server, user } = await open()
  server.on(createDataExport, () => {
    change({ status: 'queued' })
    return refuse('data-export-running')
  })
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText(/Your copy is being made/)).toBeInTheDocument()
  expect(screen.queryByText(/Something went wrong/)).toBeNull()
})

test('a copy that is ready is deleted after a question', async () => {
  const { user } = await open({ ...ready, missing: 2 })
  expect(await screen.findByText(/2 files couldn’t be read/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('button', { name: 'Download my data' })).toBeInTheDocument()
})

test.each([
  [{ status: 'expired' }, /^The last copy has expired/],
  [
    { status: 'failed', reason: 'disk-full' },
    /^The copy couldn’t be made: this server has no space left\. Try again later\.$/,
  ],
  [{ status: 'failed', reason: 'too-large' }, /^The copy couldn’t be made: you have too many files for one zip/],
  [{ status: 'failed', reason: 'internal' }, /^The copy couldn’t be made\. Try again later\.$/],
] as const)('says what became of the last copy: %p', async (attributes, text) => {
  await open(attributes)
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Download my data' })).toBeInTheDocument()
})

test('the password is asked for before a copy is made', async () => {
  const { server, user } = await open()
  server.on(createDataExport, () => refuse('confirmation-required'))
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Confirm that it’s you'))
})
