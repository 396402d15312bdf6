import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UploadItem, UploadsApi, UploadState } from '@holdall/section'
import { IntlProvider } from 'react-intl'
import messages from '../../messages/en-US.json'
import { UploadTray } from './upload-tray.tsx'

const item = (id: string, state: UploadState): UploadItem => ({
  id,
  name: `${id}.mov`,
  size: 1_000_000,
  folderId: null,
  path: '',
  state,
})

function show(items: readonly UploadItem[]) {
  const called: string[] = []
  const note = (what: string) => (id?: string) => {
    called.push(`${what} ${id ?? ''}`.trim())
  }
  const uploads = {
    pause: note('pause'),
    resume: note('resume'),
    cancel: note('cancel'),
    retry: note('retry'),
    clear: note('clear'),
  } as unknown as UploadsApi
  render(
    <IntlProvider
      locale="en-US"
      messages={messages}
      onError={(error) => {
        throw error
      }}
    >
      <UploadTray items={items} uploads={uploads} />
    </IntlProvider>,
  )
  return called
}

test('says which of how many, how far and how fast', () => {
  show([item('b', { step: 'waiting' }), item('a', { step: 'uploading', sent: 400_000, bytesPerSecond: 100_000 })])
  expect(screen.getByRole('heading', { name: 'Uploading 1 of 2' })).toBeInTheDocument()
  expect(screen.getByText(/400 kB of 1 MB · 100 kB\/s · 6 sec left/)).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'a.mov' })).toHaveAttribute('aria-valuenow', '40')
})

test('at 100 percent the file is being processed and cannot be paused', () => {
  show([item('a', { step: 'processing' })])
  expect(screen.getByText('Processing…')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Pause/ })).not.toBeInTheDocument()
})

test('a failure says why and can be tried again', async () => {
  const called = show([item('a', { step: 'failed', sent: 0, reason: 'Connection lost at 41 %', retry: true })])
  expect(screen.getByText('Connection lost at 41 %')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(called).toEqual(['retry a'])
})

test('a failure that trying again cannot mend offers no Retry', () => {
  show([item('a', { step: 'failed', sent: 0, reason: 'No', retry: false })])
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('cancelling all leaves what is done alone', async () => {
  const called = show([item('a', { step: 'waiting' }), item('b', { step: 'done', entryId: 'e' })])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all' }))
  expect(called).toEqual(['cancel a', 'clear'])
})

test('collapses to its head', async () => {
  show([item('a', { step: 'waiting' })])
  await userEvent.click(screen.getByRole('button', { name: 'Collapse' }))
  expect(screen.queryByText('a.mov')).not.toBeInTheDocument()
})

test('draws a bounded number of rows and says how many more there are', () => {
  show(Array.from({ length: 60 }, (_, n) => item(`f${String(n)}`, { step: 'waiting' })))
  expect(screen.getAllByRole('listitem')).toHaveLength(51)
  expect(screen.getByText('and 10 more')).toBeInTheDocument()
})
