import type { UploadItem, UploadState } from '@holdall/section'
import { idleUploads } from '@holdall/testing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import messages from '../uploads/messages/en-US.json'
import { done, uploading, uploadItem } from '../testing/upload-item.ts'
import { UploadRow } from './upload-row.tsx'

function show(state: UploadState, own: Partial<UploadItem> = {}) {
  const called: string[] = []
  const note = (what: string) => (id: string) => {
    called.push(`${what} ${id}`)
  }
  const uploads = idleUploads({
    pause: note('pause'),
    resume: note('resume'),
    retry: note('retry'),
    cancel: note('cancel'),
  })
  render(
    <IntlProvider locale="en-US" messages={messages}>
      <ul>
        <UploadRow item={uploadItem('a', state, own)} uploads={uploads} />
      </ul>
    </IntlProvider>,
  )
  return called
}
const line = () => screen.getByText('a.mov').nextElementSibling?.textContent.trim()
const buttons = () =>
  screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
const percent = () => screen.queryByRole('progressbar')?.getAttribute('aria-valuenow') ?? null

const [CANCEL, PAUSE, RESUME] = ['Cancel a.mov', 'Pause a.mov', 'Resume a.mov']
test.each<[UploadState, string, readonly string[], string | null]>([
  [{ step: 'waiting' }, 'Waiting · 1 MB', [CANCEL], null],
  [uploading, '400 kB of 1 MB · 100 kB/s · 6 sec left', [PAUSE, CANCEL], '40'],
  [{ ...uploading, bytesPerSecond: null }, '400 kB of 1 MB', [PAUSE, CANCEL], '40'],
  [{ ...uploading, sent: 0, bytesPerSecond: null }, '0 bytes of 1 MB', [PAUSE, CANCEL], null],
  [{ step: 'reconnecting', sent: 400_000 }, 'Waiting for connection', [PAUSE, CANCEL], '40'],
  [{ step: 'processing' }, 'Processing…', [], null],
  [{ step: 'paused', sent: 0 }, 'Paused · 1 MB', [RESUME, CANCEL], null],
  [{ step: 'paused', sent: 400_000 }, 'Paused at 400 kB of 1 MB', [RESUME, CANCEL], '40'],
  [{ step: 'interrupted', sent: 0, canContinue: true }, 'Waiting · 1 MB', [CANCEL], null],
  [{ step: 'interrupted', sent: 400_000, canContinue: true }, 'Interrupted at 400 kB of 1 MB', [CANCEL], '40'],
  [{ step: 'failed', sent: 400_000, reason: 'Busy', retry: true }, 'Busy', ['Retry', CANCEL], null],
  [{ step: 'failed', sent: 400_000, reason: 'Too large', retry: false }, 'Too large', [CANCEL], null],
  [done, 'Done · 1 MB', [], null],
])('a file that is %j reads “%s”', (state, expected, actions, progress) => {
  show(state)
  expect([line(), buttons(), percent()]).toEqual([expected, actions, progress])
})

test.each<[UploadState, string]>([
  [{ step: 'waiting' }, 'Folder'],
  [{ ...uploading, sent: 0 }, 'Folder'],
  [done, 'Folder created'],
])('a folder that is %j reads “%s”, and has no size', (state, expected) => {
  show(state, { kind: 'folder', size: 0 })
  expect([line(), percent()]).toEqual([expected, null])
})

test('each button acts on its own file', async () => {
  const user = userEvent.setup()
  const pressed: string[] = []
  const states: UploadState[] = [
    uploading,
    { step: 'paused', sent: 0 },
    { step: 'failed', sent: 0, reason: 'Busy', retry: true },
  ]
  for (const state of states) {
    document.body.replaceChildren()
    const called = show(state)
    for (const button of screen.getAllByRole('button')) await user.click(button)
    pressed.push(...called)
  }
  expect(pressed).toEqual(['pause a', 'cancel a', 'resume a', 'cancel a', 'retry a', 'cancel a'])
})
