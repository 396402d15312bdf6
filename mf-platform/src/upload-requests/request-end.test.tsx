import {
  browseUploadRequests,
  changeUploadRequestEnd,
  createUploadRequest,
  renewUploadRequest,
  type UploadRequest,
} from '@holdall/api'
import { refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { fromInputValue, toInputValue } from '../share-links/zoned-time.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { resize } from '../testing/team-page-fixture.ts'
import { pageOf, requestOf } from '../testing/upload-request-fixture.ts'

const path = '/platform/upload-requests'
const ended = { status: 'filled', ended_by: 'owner', closes_at: null, ended_at: '2026-03-14T10:00:00.000Z' } as const
const nowMs = Date.UTC(2027, 0, 1, 12)
const DAY_MS = 86_400_000
const isoOf = (value: string) => new Date(fromInputValue(value, undefined)!).toISOString()

afterEach(() => {
  jest.restoreAllMocks()
})

async function open(requests: readonly UploadRequest[]) {
  const { server } = serverWith([])
  const state = { requests: [...requests] }
  server.on(browseUploadRequests, () => pageOf(state.requests))
  const view = await renderSection(section, { path, server })
  return { ...view, server, state }
}
type View = Awaited<ReturnType<typeof open>>

/** Opens a popup from the menu of the request. */
async function openEnd({ user }: View, action: string, title: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for “Contracts”' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return within(await screen.findByRole('dialog', { name: title }))
}
const openChange = (view: View) => openEnd(view, 'Change end date…', 'Change the end date of “Contracts”')
const openAgain = (view: View) => openEnd(view, 'Open again…', 'Open “Contracts” again')

async function choose({ user }: View, option: string) {
  await user.click(screen.getByRole('combobox', { name: 'Request closes' }))
  await user.click(await screen.findByRole('option', { name: option }))
}

async function openForm() {
  const view = await open([])
  view.server.on(createUploadRequest, ({ body }) => ({
    data: requestOf({ closes_at: body.closes_at ?? null, closes_when_idle: body.closes_when_idle ?? false }),
  }))
  act(() => {
    view.host.overlay.open('create-file-request', { parentId: null })
  })
  const form = within(await screen.findByRole('dialog', { name: 'Request files' }))
  const sent = () => {
    const [call] = view.server.callsOf(createUploadRequest)
    const { closes_at, closes_when_idle } = call?.body ?? {}
    return { closes_at, closes_when_idle }
  }
  return { ...view, form, sent }
}

describe('a new request', () => {
  test('closes in 7 days unless something else is chosen', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(nowMs)
    const { user, form, sent } = await openForm()
    const field = form.getByRole('combobox', { name: 'Request closes' })
    expect(field).toHaveTextContent('In 7 days')
    expect(field).toHaveAccessibleDescription(/Closes Jan 8, 2027/)
    await user.click(form.getByRole('button', { name: 'Create request' }))
    await screen.findByRole('dialog', { name: 'Your request is ready' })
    expect(sent()).toEqual({ closes_at: new Date(nowMs + 7 * DAY_MS).toISOString() })
    expect(screen.getByText(/It is open until Jan 8, 2027/)).toBeInTheDocument()
  })

  test.each([
    ['In 1 day', { closes_at: new Date(nowMs + DAY_MS).toISOString() }, /It is open until Jan 2, 2027/],
    ['In 30 days', { closes_at: new Date(nowMs + 30 * DAY_MS).toISOString() }, /It is open until Jan 31, 2027/],
    ['No end date', { closes_at: null }, /It stays open until you close it/],
    ['When nobody has uploaded for 3 hours', { closes_when_idle: true }, /closes 3 hours after the last upload/],
  ])('%s', async (option, body, text) => {
    jest.spyOn(Date, 'now').mockReturnValue(nowMs)
    const view = await openForm()
    view.server.on(createUploadRequest, {
      data: requestOf({ ...('closes_at' in body ? body : { closes_when_idle: true }) }),
    })
    await choose(view, option)
    await view.user.click(view.form.getByRole('button', { name: 'Create request' }))
    await screen.findByRole('dialog', { name: 'Your request is ready' })
    expect(view.sent()).toEqual(body)
    expect(screen.getByText(text)).toBeInTheDocument()
  })

  test('closes at a date and time, which has to be in the future', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(nowMs)
    const view = await openForm()
    await choose(view, 'On a date')
    const field = view.form.getByLabelText('Closes on')
    // A week from now, until something else is chosen.
    expect(field).toHaveValue(toInputValue(nowMs + 7 * DAY_MS, undefined))
    const create = view.form.getByRole('button', { name: 'Create request' })
    for (const value of ['2026-12-31T10:00', '']) {
      fireEvent.change(field, { target: { value } })
      expect(screen.queryByText('Choose a date and time in the future')).not.toBeInTheDocument()
      await view.user.click(create)
      expect(await screen.findByText('Choose a date and time in the future')).toBeInTheDocument()
      expect(field).toBeInvalid()
    }
    expect(view.server.callsOf(createUploadRequest)).toEqual([])
    fireEvent.change(field, { target: { value: '2027-05-04T18:30' } })
    await view.user.click(create)
    await screen.findByRole('dialog', { name: 'Your request is ready' })
    expect(view.sent()).toEqual({ closes_at: isoOf('2027-05-04T18:30') })
  })

  test('shows at the date what the server says of it', async () => {
    const view = await openForm()
    view.server.on(createUploadRequest, () =>
      refuse('validation', { errors: { closes_at: ['Choose a date within the next ten years.'] } }),
    )
    await choose(view, 'On a date')
    await view.user.click(view.form.getByRole('button', { name: 'Create request' }))
    expect(await screen.findByText('Choose a date within the next ten years.')).toBeInTheDocument()
  })
})

describe('the end of an open request', () => {
  test('is changed from its menu, by keyboard too, and the list shows it', async () => {
    const view = await open([requestOf({ closes_at: isoOf('2096-05-04T18:30') })])
    const { user, server, state } = view
    server.on(changeUploadRequestEnd, () => {
      state.requests = [requestOf({ closes_at: null })]
      return { data: state.requests[0]! }
    })
    const popup = await openChange(view)
    expect(popup.getByLabelText('Closes on')).toHaveValue('2096-05-04T18:30')
    const save = popup.getByRole('button', { name: 'Save' })
    expect(save).toBeDisabled()
    popup.getByRole('combobox', { name: 'Request closes' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('listbox')
    await user.keyboard('{End}{Enter}')
    await waitFor(() => {
      expect(screen.getByRole('combobox', { name: 'Request closes' })).toHaveTextContent('No end date')
    })
    save.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('The request is open without an end date')).toBeInTheDocument()
    expect(server.callsOf(changeUploadRequestEnd)[0]).toMatchObject({
      params: { token: requestOf().attributes.token },
      body: { closes_at: null },
    })
    expect(await screen.findByRole('cell', { name: 'No end date' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('is the idle rule where it was chosen', async () => {
    const view = await open([requestOf({ status: 'filling', closes_when_idle: true })])
    expect(await screen.findByText(/Closes Mar 30, 2027.* if nothing is uploaded/)).toBeInTheDocument()
    const popup = await openChange(view)
    expect(popup.getByRole('combobox')).toHaveTextContent('When nobody has uploaded for 3 hours')
    expect(popup.getByRole('combobox')).toHaveAccessibleDescription(/3 hours after the last upload/)
  })

  test('refuses a date in the past at its field', async () => {
    const view = await open([requestOf({ closes_at: isoOf('2096-05-04T18:30') })])
    const popup = await openChange(view)
    fireEvent.change(popup.getByLabelText('Closes on'), { target: { value: '2020-01-01T00:00' } })
    await view.user.click(popup.getByRole('button', { name: 'Save' }))
    expect(await popup.findByText('Choose a date and time in the future')).toBeInTheDocument()
    expect(view.server.callsOf(changeUploadRequestEnd)).toEqual([])
  })

  test('stays where the request has ended in the meantime: a message says so, and the list is fetched again', async () => {
    const view = await open([requestOf()])
    view.server.on(changeUploadRequestEnd, () => {
      view.state.requests = [requestOf(ended)]
      return refuse('upload-request-closed', { message: 'This upload request is closed.' })
    })
    const popup = await openChange(view)
    await choose(view, 'In 3 days')
    await view.user.click(popup.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('This upload request is closed.')).toBeInTheDocument()
    expect(await screen.findByText('Closed')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test.each([
  ['an ended request', { ...ended, status: 'expired', ended_by: 'unused' } as const],
  ['a request whose folder is in the trash', { status: 'filling', suspended: true } as const],
])('%s is opened again until a chosen end', async (_which, attributes) => {
  const view = await open([requestOf(attributes)])
  view.server.on(renewUploadRequest, () => {
    view.state.requests = [requestOf()]
    return { data: view.state.requests[0]! }
  })
  const popup = await openAgain(view)
  await choose(view, 'When nobody has uploaded for 3 hours')
  await choose(view, 'In 30 days')
  await view.user.click(popup.getByRole('button', { name: 'Open again' }))
  expect(await screen.findByText(/The request is open until Mar 30, 2027/)).toBeInTheDocument()
  expect(await screen.findByText('Waiting for files')).toBeInTheDocument()
  expect(view.server.callsOf(renewUploadRequest)[0]?.body).toEqual({ closes_at: expect.any(String) })
})

test('a request that has ended can be opened again, and nothing else', async () => {
  const { user } = await open([requestOf(ended)])
  await user.click(await screen.findByRole('button', { name: 'Actions for “Contracts”' }))
  await screen.findByRole('menu')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Open again…'])
})

test('on a phone a request has its folder and its end below the name', async () => {
  resize('phone')
  await open([requestOf({ parent_name: 'Clients', email: 'lea@example.com', status: 'filling', files_received: 2 })])
  const head = await screen.findByRole('rowheader')
  expect(head).toHaveTextContent(/Folder: Clients · Closes Mar 30, 2027/)
  expect(head).toHaveTextContent('2 files')
})
