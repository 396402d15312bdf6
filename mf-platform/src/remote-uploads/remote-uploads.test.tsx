import {
  browseFolder,
  browseRemoteUploads,
  createRemoteUpload,
  type RemoteFile,
  type RemoteUpload,
  removeRemoteUpload,
} from '@holdall/api'
import { makeEntry, makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const urls = ['https://files.example/a.zip', 'https://files.example/b.zip']

const file = (url: string, changes: Partial<RemoteFile> = {}): RemoteFile => ({
  url,
  status: 'waiting',
  reason: null,
  http_status: null,
  name: null,
  filesize: null,
  received: 0,
  entry_id: null,
  ...changes,
})
const saved = (url: string, name: string) =>
  file(url, { status: 'done', name, received: 2_000_000, filesize: 2_000_000, entry_id: makeId() })

function remoteUpload(
  files: readonly RemoteFile[],
  changes: Partial<RemoteUpload['attributes']> = {},
  id = makeId(),
): RemoteUpload {
  const isOver = files.every(({ status }) => status !== 'waiting' && status !== 'receiving')
  return {
    id,
    type: 'remote-upload',
    attributes: {
      status: isOver ? 'finished' : 'running',
      parent_id: null,
      folder_name: null,
      progress: {
        total: files.length,
        processed: files.filter(({ status }) => status !== 'waiting' && status !== 'receiving').length,
        failed: files.filter(({ status }) => status === 'failed').length,
      },
      files: [...files],
      created_at: '2026-03-12T10:00:00.000Z',
      finished_at: isOver ? '2026-03-12T10:01:00.000Z' : null,
      ...changes,
    },
  }
}

/** The files page; `state.list` is what the server knows of remote uploads. */
async function open(list: readonly RemoteUpload[] = [], options: Partial<Parameters<typeof renderSection>[1]> = {}) {
  const folder = makeEntry({ type: 'folder', name: 'Downloads' })
  const { server, home } = serverWith([folder])
  const state = { list: [...list] }
  server.on(browseRemoteUploads, () => ({ data: state.list }))
  server.on(createRemoteUpload, ({ body }) => {
    const created = remoteUpload(body.urls.map((url) => file(url)))
    state.list = [created, ...state.list]
    return { data: created }
  })
  server.on(removeRemoteUpload, ({ params }) => {
    state.list = state.list.filter(({ id }) => id !== params.id)
    return {}
  })
  const view = await renderSection(section, { path: '/platform/files', server, ...options })
  await within(await screen.findByRole('grid')).findByText('Downloads')
  const openPopup = async (parentId: string | null = null) => {
    act(() => {
      view.host.overlay.open('remote-upload', { parentId })
    })
    return screen.findByRole('textbox', { name: 'Links to files' })
  }
  const start = async (text: string) => {
    fireEvent.change(await openPopup(), { target: { value: text } })
    await view.user.click(screen.getByRole('button', { name: 'Upload' }))
    return screen.findByRole('region', { name: 'Uploads from links' })
  }
  return { ...view, server, home, state, folder, openPopup, start }
}
const changed = (host: Awaited<ReturnType<typeof open>>['host']) => {
  act(() => {
    host.events.emit('remote-uploads.changed', {})
  })
}
const tray = () => screen.findByRole('region', { name: 'Uploads from links' })

afterEach(() => {
  localStorage.clear()
})

test('the popup is opened from the create menu, names the folder and counts the links', async () => {
  const { user, openPopup, folder } = await open()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Upload from a link' }))
  const field = await screen.findByRole('textbox', { name: 'Links to files' })
  expect(screen.getByText('One link per line, up to 20. Saved in:', { exact: false })).toHaveTextContent(
    'Saved in: Files',
  )
  expect(screen.getByText('No links')).toBeInTheDocument()
  fireEvent.change(field, { target: { value: urls.join('\n') } })
  expect(screen.getByText('2 links')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await openPopup(folder.id)
  expect(screen.getByText('One link per line', { exact: false })).toHaveTextContent('Saved in: Downloads')
})

test('lines that are no links are named, and nothing is sent', async () => {
  const { user, server, openPopup } = await open()
  const field = await openPopup()
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('Enter at least one link.')).toBeInTheDocument()
  fireEvent.change(field, { target: { value: `${urls[0]}\nfiles.example/b\nhttps://u:p@files.example/c` } })
  expect(await screen.findByText(/Line 2: enter a link that starts with/)).toBeInTheDocument()
  expect(screen.getByText(/Line 3: a link with a user name/)).toBeInTheDocument()
  expect(field).toHaveAttribute('aria-invalid', 'true')
  fireEvent.change(field, { target: { value: 'x\n'.repeat(10) } })
  expect(await screen.findByText('6 more lines have problems.')).toBeInTheDocument()
  fireEvent.change(field, { target: { value: 'https://files.example/a\n'.repeat(21) } })
  expect(await screen.findByText('Use up to 20 links at a time.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(server.callsOf(createRemoteUpload)).toEqual([])
})

test('pasted and dropped links get a line each', async () => {
  const { openPopup } = await open()
  const field = await openPopup()
  fireEvent.paste(field, { clipboardData: { getData: () => urls.join('  ') } })
  expect(field).toHaveValue(`${urls.join('\n')}\n`)
  const drop = createEvent.drop(field, {
    dataTransfer: { getData: (type: string) => (type === 'text/uri-list' ? 'https://files.example/c.zip' : '') },
  })
  fireEvent(field, drop)
  expect(drop.defaultPrevented).toBe(true)
  expect(field).toHaveValue(`${urls.join('\n')}\nhttps://files.example/c.zip\n`)
})

test.each([
  ['too-many-remote-uploads', 'Too many uploads from links'],
  ['throttled', /.+/],
] as const)('a refusal with %s is shown and keeps the links', async (code, title) => {
  const { user, server, openPopup } = await open()
  server.on(createRemoteUpload, () => refuse(code))
  const field = await openPopup()
  fireEvent.change(field, { target: { value: urls[0] } })
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByRole('alertdialog', { name: title })).toBeInTheDocument()
  expect(field).toHaveValue(urls[0])
})

test('a user who may not upload gets the reason', async () => {
  const person = makeUser()
  const restrictions = { ...person.meta.restrictions, canUpload: false, reason: 'Your plan has ended.' }
  const { host } = await open([], { session: { ...person, meta: { ...person.meta, restrictions } } })
  act(() => {
    host.overlay.open('remote-upload', { parentId: null })
  })
  expect(await screen.findByRole('alertdialog', { name: 'You can’t upload right now' })).toHaveTextContent(
    'Your plan has ended.',
  )
})

test('shows the progress, the list gets the files as they arrive, and a toast tells of the end', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { server, home, state, start } = await open()
  const region = await start(urls.join('\n'))
  expect(server.callsOf(createRemoteUpload)[0]?.body).toEqual({ urls, parent_id: null })
  expect(within(region).getByText('0 of 2 files fetched')).toBeInTheDocument()
  expect(within(region).getByText('files.example/a.zip')).toBeInTheDocument()

  const [{ id }] = state.list as [RemoteUpload]
  home.entries.push(makeEntry({ name: 'a.zip' }))
  const second = file(urls[1]!, { status: 'receiving', name: 'b.zip', filesize: 4_000_000, received: 1_000_000 })
  state.list = [remoteUpload([saved(urls[0]!, 'a.zip'), second], {}, id)]
  expect(await within(screen.getByRole('grid')).findByText('a.zip')).toBeInTheDocument()
  expect(within(region).getByText('1 of 2 files fetched')).toBeInTheDocument()
  expect(within(region).getByText('1 MB of 4 MB')).toBeInTheDocument()
  expect(within(region).getByRole('progressbar', { name: 'Uploads from links' })).toHaveAttribute('aria-valuenow', '50')

  state.list = [remoteUpload([saved(urls[0]!, 'a.zip'), saved(urls[1]!, 'b.zip')], {}, id)]
  expect(await screen.findByText('2 files saved to Files')).toBeInTheDocument()
  const polls = server.callsOf(browseRemoteUploads).length
  expect(screen.queryByRole('region', { name: 'Uploads from links' })).not.toBeInTheDocument()
  expect(server.callsOf(browseRemoteUploads)).toHaveLength(polls)
  expect(localStorage.getItem('holdall.remote-uploads')).toBeNull()
})

test('once all files are processed the tray is gone, and a toast says what failed and tries it again', async () => {
  const parentId = makeId()
  const running = remoteUpload([file(urls[0]!), file('http://10.0.0.1/'), file(urls[1]!)], {
    parent_id: parentId,
    folder_name: 'Downloads',
  })
  const { user, host, server, state } = await open([running])
  changed(host)
  const region = await tray()
  const failures = [
    file('http://10.0.0.1/', { status: 'failed', reason: 'unreachable' }),
    file(urls[1]!, { status: 'failed', reason: 'http-error', http_status: 404 }),
  ]
  const { attributes } = remoteUpload([saved(urls[0]!, 'a.zip'), ...failures])
  const ended = { ...running, attributes: { ...attributes, parent_id: parentId, folder_name: 'Downloads' } }
  state.list = [ended]
  changed(host)
  expect(await screen.findByText('2 files couldn’t be saved')).toBeInTheDocument()
  expect(screen.getByText('“a.zip” saved to Downloads')).toBeInTheDocument()
  expect(region).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Retry failed' }))
  await waitFor(() => {
    expect(server.callsOf(createRemoteUpload)[0]?.body).toEqual({
      urls: ['http://10.0.0.1/', urls[1]],
      parent_id: parentId,
    })
  })
  await waitFor(() => {
    expect(state.list.map(({ id }) => id)).not.toContain(running.id)
  })
  expect(within(await tray()).getByText('0 of 2 files fetched')).toBeInTheDocument()
})

test('of one file that failed the toast says why; what failed before the page was loaded is not shown', async () => {
  const running = remoteUpload([file(urls[0]!)])
  const earlier = remoteUpload([file(urls[1]!, { status: 'failed', reason: 'too-large' })])
  const { host, state } = await open([running, earlier])
  changed(host)
  expect(within(await tray()).queryByText('The file is too large')).not.toBeInTheDocument()
  const failed = [file(urls[0]!, { status: 'failed', reason: 'unreachable' })]
  state.list = [{ ...running, attributes: remoteUpload(failed).attributes }, earlier]
  changed(host)
  expect(await screen.findByText(/couldn’t be saved: The address can’t be reached/)).toHaveTextContent(urls[0]!)
  expect(screen.queryByRole('region', { name: 'Uploads from links' })).not.toBeInTheDocument()
})

test('canceling asks, then cancels all that are unfinished', async () => {
  const { user, server, start } = await open()
  const region = await start(urls.join('\n'))
  await user.click(within(region).getByRole('button', { name: 'Cancel all' }))
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this upload from a link?' })
  await user.click(within(question).getByRole('button', { name: 'Keep fetching' }))
  expect(server.callsOf(removeRemoteUpload)).toEqual([])
  await user.click(within(region).getByRole('button', { name: 'Cancel all' }))
  const again = await screen.findByRole('alertdialog', { name: 'Cancel this upload from a link?' })
  await user.click(within(again).getByRole('button', { name: 'Cancel all' }))
  await waitFor(() => {
    expect(server.callsOf(removeRemoteUpload)).toHaveLength(1)
  })
})

test('a page that is loaded again shows what is unfinished, that of another account does not', async () => {
  const person = makeUser()
  const list = [remoteUpload([file(urls[0]!, { status: 'receiving' })])]
  localStorage.setItem('holdall.remote-uploads', person.id)
  const { unmount } = await open(list, { session: person })
  expect(within(await tray()).getByText('Connecting…')).toBeInTheDocument()
  unmount()
  const { server } = await open(list, { session: makeUser() })
  expect(screen.queryByRole('region', { name: 'Uploads from links' })).not.toBeInTheDocument()
  expect(server.callsOf(browseRemoteUploads)).toEqual([])
})

test('without a remote upload nothing is asked', async () => {
  const { server } = await open()
  expect(server.callsOf(browseFolder).length).toBeGreaterThan(0)
  expect(server.callsOf(browseRemoteUploads)).toEqual([])
})

test('the tray says when the progress cannot be loaded, and continues', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const { server, state, start } = await open()
  const region = await start(urls[0]!)
  server.on(browseRemoteUploads, () => refuse('busy'))
  expect(await within(region).findByText(/Couldn’t load the progress/)).toBeInTheDocument()
  server.on(browseRemoteUploads, () => ({ data: state.list }))
  await waitFor(() => {
    expect(within(region).queryByText(/Couldn’t load the progress/)).not.toBeInTheDocument()
  })
})

test('by a link, the popup names its folder, calls the link and reports to its page', async () => {
  const { user, host, server } = await open()
  const started: (readonly [readonly string[], string | null])[] = []
  const failures: unknown[] = []
  const link = {
    name: 'Press kit',
    report: (error: unknown) => void failures.push(error),
    calls: {
      key: ['link-remote-uploads', 'token'],
      list: () => Promise.resolve([]),
      start(of: readonly string[], parentId: string | null) {
        started.push([of, parentId])
        return started.length === 1
          ? Promise.reject(new Error('refused'))
          : Promise.resolve(remoteUpload(of.map((url) => file(url))))
      },
      remove: () => Promise.resolve(),
    },
  }
  act(() => {
    host.overlay.open('remote-upload', { parentId: null, link })
  })
  const field = await screen.findByRole('textbox', { name: 'Links to files' })
  expect(screen.getByText('One link per line', { exact: false })).toHaveTextContent('Saved in: Press kit')
  fireEvent.change(field, { target: { value: urls[0] } })
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  await waitFor(() => {
    expect(failures).toHaveLength(1)
  })
  expect(field).toHaveValue(urls[0])
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  await waitFor(() => {
    expect(screen.queryByRole('textbox', { name: 'Links to files' })).not.toBeInTheDocument()
  })
  expect(started).toEqual(Array(2).fill([[urls[0]], null]))
  expect(server.callsOf(createRemoteUpload)).toEqual([])
  expect(screen.queryByRole('region', { name: 'Uploads from links' })).not.toBeInTheDocument()
})
