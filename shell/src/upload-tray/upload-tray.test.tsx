import type { UploadItem } from '@holdall/section'
import { idleUploads, renderSection } from '@holdall/testing'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createStore } from 'zustand'
import { testSection } from '../testing/test-section.tsx'
import { done, uploading, uploadItem as item } from '../testing/upload-item.ts'

/** The tray in the shell, over an engine that lists these items and records its calls. */
async function show(...items: readonly UploadItem[]) {
  const called: string[] = []
  const record = (what: string) => (id?: string) => {
    called.push(`${what} ${id ?? ''}`.trim())
  }
  const store = createStore<readonly UploadItem[]>(() => [])
  const uploads = idleUploads({
    get: store.getState,
    subscribe: store.subscribe,
    chooseAgain: (sources) => {
      called.push(`chooseAgain ${sources.map(({ file, path }) => path ?? file.name).join()}`)
    },
    continueAll: record('continueAll'),
    pause: record('pause'),
    resume: record('resume'),
    cancel: record('cancel'),
    retry: record('retry'),
    retryAll: record('retryAll'),
    cancelAll: record('cancelAll'),
    clear: record('clear'),
  })
  const { user } = await renderSection(testSection(), { path: '/platform/files', uploads })
  await act(() => {
    store.setState(items, true)
    return Promise.resolve()
  })
  const tray = await screen.findByRole('region', { name: 'Uploads' })
  const set = (...next: readonly UploadItem[]) => {
    act(() => {
      store.setState(next, true)
    })
  }
  return { called, user, tray, set }
}

test('shows which of how many, how much was sent and how fast', async () => {
  await show(item('b', { step: 'waiting' }), item('a', uploading))
  expect(screen.getByRole('heading', { name: 'Uploading 1 of 2' })).toBeInTheDocument()
  expect(screen.getByText(/400 kB of 1 MB · 100 kB\/s · 6 sec left/)).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'a.mov' })).toHaveAttribute('aria-valuenow', '40')
})

test('shows 0 to 100 percent', async () => {
  const { set } = await show(item('a', { ...uploading, sent: 4_000_000 }), item('b', { step: 'waiting' }))
  const percents = () => new Set(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow')))
  expect(percents()).toEqual(new Set(['100']))
  set(item('a', { ...uploading, sent: 0 }), item('b', { step: 'waiting' }))
  expect(percents()).toEqual(new Set(['0']))
})

test('names the folder that the files go to', async () => {
  const { tray, set } = await show(item('a', uploading))
  expect(tray).toHaveTextContent('To Files')
  set(item('a', uploading, { folderId: 'f', folderName: 'Spring launch' }))
  expect(tray).toHaveTextContent('To Spring launch')
  set(item('a', uploading, { folderId: 'f', folderName: 'Spring launch' }), item('b', { step: 'waiting' }))
  expect(tray).not.toHaveTextContent('To ')
})

test('shows under which name a file was saved', async () => {
  await show(item('a', { step: 'done', entryId: 'e', savedAs: 'a (2).mov' }))
  expect(screen.getByText('Saved as “a (2).mov”')).toBeInTheDocument()
})

test('at 100 percent the file is being processed and cannot be paused', async () => {
  await show(item('a', { step: 'processing' }))
  expect(screen.getByText('Processing…')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Pause/ })).not.toBeInTheDocument()
})

test('without a connection it shows that it waits, and can be paused or cancelled', async () => {
  const { called, user } = await show(
    item('a', { step: 'reconnecting', sent: 400_000 }),
    item('b', { step: 'waiting' }),
  )
  expect(screen.getByRole('heading', { name: 'Waiting for connection' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Pause a.mov' }))
  await user.click(screen.getByRole('button', { name: 'Cancel a.mov' }))
  expect(called).toEqual(['pause a', 'cancel a'])
})

test('a failure shows its reason and can be retried', async () => {
  const { called, user } = await show(item('a', { step: 'failed', sent: 0, reason: 'The server is busy', retry: true }))
  expect(screen.getByText('The server is busy')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await user.click(screen.getByRole('button', { name: 'Retry all' }))
  expect(called).toEqual(['retry a', 'retryAll'])
})

test('a failure that cannot be retried offers no Retry', async () => {
  await show(item('a', { step: 'failed', sent: 0, reason: 'No', retry: false }))
  expect(screen.queryByRole('button', { name: /Retry/ })).not.toBeInTheDocument()
})

test('a paused file can be resumed', async () => {
  const { called, user } = await show(item('a', { step: 'paused', sent: 0 }))
  expect(screen.getByRole('heading', { name: 'Uploads paused' })).toBeInTheDocument()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Resume all' }))
  expect(called).toEqual(['retryAll'])
})

test('Cancel all needs a confirmation', async () => {
  const { called, user } = await show(item('a', { step: 'waiting' }), item('b', done))
  await user.click(screen.getByRole('button', { name: 'Cancel all' }))
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this upload?' })
  await user.click(within(question).getByRole('button', { name: 'Keep uploading' }))
  expect(called).toEqual([])
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
  await user.click(screen.getByRole('button', { name: 'Cancel all' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel all' }))
  expect(called).toEqual(['cancelAll'])
})

test('the ✕ of a running tray collapses it and cancels nothing', async () => {
  const { called, user } = await show(item('a', { step: 'waiting' }))
  await user.click(screen.getByRole('button', { name: 'Minimize' }))
  expect(screen.queryByText('a.mov')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Minimize' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Expand' }))
  expect(screen.getByText('a.mov')).toBeInTheDocument()
  expect(called).toEqual([])
})

test('the ✕ of a finished tray closes it', async () => {
  const { called, user } = await show(
    item('a', done),
    item('b', { step: 'failed', sent: 0, reason: 'No', retry: false }),
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(called).toEqual(['cancelAll'])
})

test('collapses to its header', async () => {
  const { user } = await show(item('a', { step: 'waiting' }), item('b', done))
  expect(screen.getByRole('button', { name: 'Minimize' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Collapse', expanded: true }))
  expect(screen.queryByText('a.mov')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Expand', expanded: false })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Cancel all' })).not.toBeInTheDocument()
})

describe('after a reload', () => {
  const left = { step: 'interrupted', sent: 400_000, canContinue: false } as const

  test('one choice of the same files, or of the same folder, is offered', async () => {
    const { called, user, tray } = await show(item('a', left), item('b', { ...left, sent: 0 }, { path: '/tree/b.mov' }))
    expect(screen.getByRole('heading', { name: '2 uploads interrupted' })).toBeInTheDocument()
    expect(within(tray).getByRole('button', { name: 'Choose files' })).toBeInTheDocument()
    expect(within(tray).getByRole('button', { name: 'Choose folder' })).toBeInTheDocument()
    await user.upload(within(tray).getByLabelText('Choose files', { selector: 'input' }), new File(['x'], 'a.mov'))
    expect(called).toEqual(['chooseAgain a.mov'])
  })

  test('the same files may be dropped onto the tray', async () => {
    const { called, tray } = await show(item('a', left))
    const file = new File(['x'], 'a.mov')
    const items = [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }]
    fireEvent.drop(tray, { dataTransfer: { types: ['Files'], items } })
    await waitFor(() => {
      expect(called).toEqual(['chooseAgain a.mov'])
    })
  })

  test('Continue is offered where the browser kept the files', async () => {
    const { called, user } = await show(item('a', { ...left, canContinue: true }))
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(called).toEqual(['continueAll'])
  })
})

test('a screen reader announces the state of the queue, not every file', async () => {
  const { tray, set } = await show(item('a', uploading), item('b', { step: 'waiting' }))
  const spoken = () => tray.querySelector('[aria-live]')?.textContent
  expect(spoken()).toBe('Uploading 2 files')
  set(item('a', done), item('b', uploading))
  expect(spoken()).toBe('Uploading 2 files')
  set(item('a', done), item('b', { step: 'reconnecting', sent: 0 }))
  expect(spoken()).toBe('Waiting for connection')
  set(item('a', done), item('b', done))
  expect(spoken()).toBe('2 uploads complete')
})

test('reserves the space that it covers, until it is closed', async () => {
  // jsdom has none. Browsers call it with the next frame.
  class AtOnce {
    readonly observe: () => void
    constructor(measure: () => void) {
      this.observe = measure
    }
    disconnect() {}
  }
  Object.assign(window, { ResizeObserver: AtOnce })
  const { set } = await show(item('a', uploading))
  const space = () => document.documentElement.style.getPropertyValue('--tray-space')
  expect(space()).toMatch(/^\d+px$/)
  set()
  expect(space()).toBe('')
  Reflect.deleteProperty(window, 'ResizeObserver')
})

test('renders a bounded number of rows and says how many more there are', async () => {
  const { tray } = await show(...Array.from({ length: 60 }, (_, n) => item(`f${String(n)}`, { step: 'waiting' })))
  expect(within(tray).getAllByRole('listitem')).toHaveLength(51)
  expect(screen.getByText('and 10 more')).toBeInTheDocument()
})

test('active uploads are listed first, then those that need an action, then finished ones', async () => {
  const { tray } = await show(
    item('done', done),
    item('waiting', { step: 'waiting' }),
    item('paused', { step: 'paused', sent: 0 }),
    item('interrupted', { step: 'interrupted', sent: 0, canContinue: true }),
    item('failed', { step: 'failed', sent: 0, reason: 'No', retry: true }),
    item('uploading', uploading),
  )
  expect(
    within(tray)
      .getAllByText(/\.mov$/)
      .map(({ textContent }) => textContent),
  ).toEqual(['uploading', 'failed', 'interrupted', 'paused', 'waiting', 'done'].map((name) => `${name}.mov`))
})

test('fifty rows are rendered without a line about more', async () => {
  const { tray } = await show(...Array.from({ length: 50 }, (_, n) => item(`f${String(n)}`, { step: 'waiting' })))
  expect(within(tray).getAllByRole('listitem')).toHaveLength(50)
})

test('the header shows the time left for all uploads, once a speed is measured', async () => {
  const { tray, set } = await show(item('a', uploading), item('b', { step: 'waiting' }))
  expect(tray).toHaveTextContent('Uploading 1 of 2 · 16 sec left')
  set(item('a', { ...uploading, bytesPerSecond: null }), item('b', { step: 'waiting' }))
  expect(tray).not.toHaveTextContent('left')
})

test('Cancel all counts the unfinished uploads', async () => {
  const { user } = await show(
    item('a', { step: 'waiting' }),
    item('b', { step: 'failed', sent: 0, reason: 'Busy', retry: true }),
    item('c', { step: 'failed', sent: 0, reason: 'No', retry: false }),
    item('d', done),
  )
  await user.click(screen.getByRole('button', { name: 'Cancel all' }))
  expect(await screen.findByRole('alertdialog', { name: 'Cancel 2 uploads?' })).toBeInTheDocument()
})

test.each<[string, readonly string[], readonly UploadItem[]]>([
  ['is done', [], [item('a', done)]],
  ['failed for good', [], [item('a', { step: 'failed', sent: 0, reason: 'No', retry: false })]],
  ['waits', ['Cancel all'], [item('a', { step: 'waiting' })]],
  ['is paused', ['Resume all', 'Cancel all'], [item('a', { step: 'paused', sent: 0 })]],
  [
    'is paused in part',
    ['Resume all', 'Cancel all'],
    [item('a', { step: 'paused', sent: 0 }), item('b', { step: 'waiting' })],
  ],
  [
    'failed for good in part',
    ['Cancel all'],
    [item('a', { step: 'failed', sent: 0, reason: 'No', retry: false }), item('b', { step: 'waiting' })],
  ],
  [
    'is paused or failed',
    ['Retry all', 'Cancel all'],
    [item('a', { step: 'paused', sent: 0 }), item('b', { step: 'failed', sent: 0, reason: 'Busy', retry: true })],
  ],
  [
    'was interrupted',
    ['Choose folder', 'Cancel all'],
    [item('a', { step: 'interrupted', sent: 0, canContinue: false }, { path: '/tree/a.mov' })],
  ],
  [
    'was interrupted, in part with files that the browser kept',
    ['Continue', 'Choose files', 'Cancel all'],
    [
      item('a', { step: 'interrupted', sent: 0, canContinue: true }, { path: '/tree/a.mov' }),
      item('b', { step: 'interrupted', sent: 0, canContinue: false }),
    ],
  ],
])('a queue that %s offers %j', async (_, expected, items) => {
  const { tray } = await show(...items)
  const offered = /^(Continue|Choose|Resume all|Retry all|Cancel all)/
  const names = within(tray)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names.filter((name) => offered.test(name))).toEqual(expected)
})

test('a collapsed tray still offers what an interrupted queue needs, and a finished one its Close', async () => {
  const { user, set } = await show(
    item('a', { step: 'interrupted', sent: 0, canContinue: false }),
    item('b', { step: 'waiting' }),
  )
  await user.click(screen.getByRole('button', { name: 'Collapse' }))
  expect(screen.getByText(/^Choose or drop the same files/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose files' })).toBeInTheDocument()
  set(item('a', done))
  expect(screen.getByRole('button', { name: 'Close' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument()
})

test('the tray accepts dropped files only where a queue needs them, and nothing else', async () => {
  const { called, tray, set } = await show(item('a', { step: 'waiting' }))
  const drop = (types: readonly string[]) => {
    const events = [createEvent.dragOver(tray), createEvent.drop(tray, { dataTransfer: { types, items: [] } })]
    for (const event of events) fireEvent(tray, event)
    return events.map(({ defaultPrevented }) => defaultPrevented)
  }
  expect(drop(['text/plain'])).toEqual([false, false])
  set(item('a', { step: 'interrupted', sent: 0, canContinue: false }))
  expect(drop(['text/plain'])).toEqual([true, false])
  expect(drop(['Files'])).toEqual([true, true])
  await waitFor(() => {
    expect(called).toEqual(['chooseAgain '])
  })
})

test.each([
  ['Choose files', ''],
  ['Choose folder', '/tree/a.mov'],
])('%s opens the picker of the browser, again for the same choice', async (name, path) => {
  const { called, user, tray } = await show(item('a', { step: 'interrupted', sent: 0, canContinue: false }, { path }))
  const input = within(tray).getByLabelText(name, { selector: 'input' })
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input.')
  const opened = jest.spyOn(input, 'click')
  await user.click(within(tray).getByRole('button', { name }))
  expect(opened).toHaveBeenCalledTimes(1)
  await user.upload(input, new File(['x'], 'a.mov'))
  expect([called, input.value]).toEqual([['chooseAgain a.mov'], ''])
})
