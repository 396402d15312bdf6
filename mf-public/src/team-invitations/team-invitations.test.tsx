import {
  acceptInvitation,
  confirmOwnAddress,
  currentUser,
  declineInvitation,
  showInvitation,
  signOut,
  signUp,
  type TeamInvitation,
  type User,
} from '@holdall/api'
import { defineSection, fetchOnce, messagesFor } from '@holdall/section'
import {
  type FakeServer,
  fakeServer,
  makeId,
  makeTeamInvitation,
  makeUser,
  refuse,
  renderSection,
  type TeamInvitationOverrides,
} from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { editingMessages } from '../public-links/editing/editing-messages.ts'
import section from '../section.ts'

// Loads the pages that these tests navigate to.
beforeAll(() =>
  Promise.all([
    ...section.routes.map(({ page }) => fetchOnce(page)),
    fetchOnce(messagesFor({ messages: editingMessages }, 'en-US')),
  ]),
)
beforeEach(() => {
  sessionStorage.clear()
})

/** Has the page of the team folder. */
const platform = defineSection({
  id: 'platform',
  version: '1.0.0',
  requires: { shellApi: '^1.0.0' },
  routes: [
    {
      path: '/platform/shared-with-me/:id?',
      access: 'user',
      titleKey: 'shared',
      page: () => Promise.resolve(() => null),
    },
  ],
  namedRoutes: { SharedWithMe: '/platform/shared-with-me/:id?' },
  messages: { 'en-US': () => Promise.resolve({ shared: 'Shared with me' }) },
})

const folderId = makeId()
const invited = 'mara@example.com'

interface OpenOptions {
  readonly session?: User | 'anonymous'
  /** Of the mail; null where the address has none. */
  readonly secret?: string | null
  readonly registration?: 'open' | 'invitation' | 'closed'
  readonly server?: FakeServer
}

/** The page of an invitation that the server has, opened by its mail. */
async function open(overrides: TeamInvitationOverrides, { secret = 'proof', ...options }: OpenOptions = {}) {
  const state = { invitation: makeTeamInvitation(overrides) }
  const { id } = state.invitation
  const set = (attributes: Partial<TeamInvitation['attributes']>) => {
    state.invitation = { ...state.invitation, attributes: { ...state.invitation.attributes, ...attributes } }
    return { data: state.invitation }
  }
  const server = (options.server ?? fakeServer())
    .onDefault(showInvitation, () => ({ data: state.invitation }))
    .onDefault(acceptInvitation, () => set({ status: 'accepted', parent_id: folderId }))
    .onDefault(declineInvitation, () => set({ status: 'declined' }))
  const shown = await renderSection(section, {
    path: `/team-folder-invitation/${id}${secret === null ? '' : `?secret=${secret}`}`,
    server,
    session: options.session ?? makeUser({ email: invited }),
    config: { registration: options.registration ?? 'open' },
    others: [platform],
  })
  return { ...shown, id, set }
}
const press = async ({ user }: Pick<Awaited<ReturnType<typeof open>>, 'user'>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const headline = (name: string) => screen.findByRole('heading', { level: 1, name })

test('an invitation without proof looks like one that does not exist, and leads to sign-in and back', async () => {
  const server = fakeServer().on(showInvitation, () => refuse('not-found'))
  const { id } = await open({}, { session: 'anonymous', secret: null, server })
  await headline('This invitation can’t be shown')
  for (const link of screen.getAllByRole('link', { name: 'Sign in' }))
    expect(link).toHaveAttribute('href', `/sign-in?redirect=${encodeURIComponent(`/team-folder-invitation/${id}`)}`)
  expect(server.callsOf(showInvitation)[0]).toMatchObject({ params: { id }, query: {} })
})

test('the secret leaves the address at once, and is there again after a sign-in or a reload', async () => {
  const first = await open({ isExistedUser: true }, { session: 'anonymous' })
  await headline('Priya Raman invited you to “Fernhill rebrand”')
  const path = `/team-folder-invitation/${first.id}`
  await waitFor(() => expect(first.address()).toBe(path))
  const link = screen.getByRole('link', { name: 'Sign in to join' })
  expect(link).toHaveAttribute('href', `/sign-in?redirect=${encodeURIComponent(path)}`)
  expect(document.body.innerHTML).not.toContain('proof')
  first.unmount()
  const again = await open({ id: first.id }, { secret: null })
  await screen.findByRole('button', { name: 'Accept' })
  expect(again.server.callsOf(showInvitation)[0]).toMatchObject({ query: { secret: 'proof' } })
})

test('says who invites to what, and is accepted, which leads to the folder', async () => {
  const shown = await open({ permission: 'can_edit' })
  await headline('Priya Raman invited you to “Fernhill rebrand”')
  expect(screen.getByText(/view everything in this folder, add to it, change it/)).toBeInTheDocument()
  expect(screen.getByText(invited)).toBeInTheDocument()
  expect(screen.getByText(/^Valid until March 30, 2027/)).toBeInTheDocument()
  const told: string[] = []
  for (const name of ['teams.changed', 'notifications.changed'] as const)
    shown.host.events.on(name, () => told.push(name), new AbortController().signal)
  await press(shown, 'Accept')
  await headline('You joined “Fernhill rebrand”')
  expect(shown.server.callsOf(acceptInvitation)).toEqual([
    { params: { id: shown.id }, query: {}, body: { secret: 'proof' } },
  ])
  expect(screen.getByRole('link', { name: 'Open folder' })).toHaveAttribute(
    'href',
    `/platform/shared-with-me/${folderId}`,
  )
  expect(told).toEqual(['teams.changed', 'notifications.changed'])
  expect(sessionStorage).toHaveLength(0)
})

describe('an account whose address was never confirmed', () => {
  const session = makeUser({ email: invited, verified: false })

  test('is asked to confirm it, and accepts afterwards', async () => {
    const server = fakeServer()
      .on(acceptInvitation, () => refuse('address-unconfirmed'))
      .on(confirmOwnAddress, () => refuse('busy'))
    const shown = await open({}, { session, server })
    await press(shown, 'Accept')
    expect(await screen.findByRole('alert')).toHaveTextContent(/first confirm that mara@example.com is your address/)
    await press(shown, 'Send confirmation')
    expect(await screen.findByText(/The server is busy/)).toBeInTheDocument()
    server.on(confirmOwnAddress, {})
    await press(shown, 'Send confirmation')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^We sent a link to mara@example.com/))
    expect(screen.queryByRole('button', { name: 'Send confirmation' })).not.toBeInTheDocument()
    server.on(acceptInvitation, () => shown.set({ status: 'accepted', parent_id: folderId }))
    await press(shown, 'Accept')
    await headline('You joined “Fernhill rebrand”')
  })

  test('does not see one without the secret of its mail', async () => {
    const server = fakeServer().on(showInvitation, () => refuse('address-unconfirmed'))
    await open({}, { session, secret: null, server })
    await headline('Confirm your e-mail address')
    expect(screen.getByRole('button', { name: 'Send confirmation' })).toBeInTheDocument()
  })
})

test('is answered once, however often the button is pressed; the other one is blocked meanwhile', async () => {
  let answer = () => {}
  const wait = new Promise<void>((resolve) => {
    answer = resolve
  })
  const shown = await open({})
  shown.server.on(declineInvitation, async () => {
    await wait
    return shown.set({ status: 'declined' })
  })
  await shown.user.dblClick(await screen.findByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Decline' })).toHaveAttribute('aria-busy', 'true'))
  expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled()
  act(() => answer())
  await headline('Invitation to “Fernhill rebrand” declined')
  expect(shown.server.callsOf(declineInvitation)).toHaveLength(1)
})

test('is declined without an account by the mail alone', async () => {
  const shown = await open({ isExistedUser: false }, { session: 'anonymous' })
  await press(shown, 'Decline')
  await headline('Invitation to “Fernhill rebrand” declined')
  expect(screen.getByText(/^If you change your mind/)).toHaveTextContent('ask Priya Raman to invite you again')
  expect(shown.server.callsOf(declineInvitation)[0]?.body).toEqual({ secret: 'proof' })
})

test('another account sees whose the invitation is, and signs out to sign in and return', async () => {
  const shown = await open({ email: 'priya.long@example.com' }, { session: makeUser({ email: 'else@example.com' }) })
  expect(await screen.findByText('priya.long@example.com')).toHaveAttribute('title', 'priya.long@example.com')
  expect(screen.getByText(/for another address/)).toHaveTextContent('You’re signed in as else@example.com.')
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  await press(shown, 'Use another account')
  await waitFor(() =>
    expect(shown.address()).toBe(`/sign-in?redirect=${encodeURIComponent(`/team-folder-invitation/${shown.id}`)}`),
  )
  expect(shown.server.callsOf(signOut)).toHaveLength(1)
})

describe('somebody without an account', () => {
  const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.type(await screen.findByLabelText('Full name'), 'Mara Lind')
    await user.type(screen.getByLabelText('Password'), 'quiet rivers run deep')
    await user.click(screen.getByRole('button', { name: 'Create account and join' }))
  }

  test('signs up with the invited address, is a member at once, and gets to the folder', async () => {
    const server = fakeServer()
      .on(signUp, { verification: 'none' })
      .on(currentUser, { data: makeUser({ email: invited }) })
    const shown = await open({ isExistedUser: false }, { session: 'anonymous', server })
    const email = await screen.findByLabelText('E-mail')
    expect(email).toHaveValue(invited)
    expect(email).toHaveAttribute('readonly')
    await fill(shown)
    await waitFor(() => expect(shown.address()).toBe(`/platform/shared-with-me/${folderId}`))
    expect(server.callsOf(signUp)[0]?.body).toMatchObject({
      email: invited,
      invitation: { id: shown.id, secret: 'proof' },
    })
    expect(server.callsOf(acceptInvitation)).toHaveLength(1)
  })

  test('can accept again where only that has failed', async () => {
    const server = fakeServer()
      .on(signUp, { verification: 'none' })
      .on(currentUser, { data: makeUser({ email: invited }) })
      .on(acceptInvitation, () => refuse('busy'))
    const shown = await open({ isExistedUser: false }, { session: 'anonymous', server })
    await fill(shown)
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument()
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is busy')
    server.on(acceptInvitation, () => shown.set({ status: 'accepted', parent_id: folderId }))
    await press(shown, 'Accept')
    await headline('You joined “Fernhill rebrand”')
  })

  test('confirms the address by a mail where the secret does not', async () => {
    const server = fakeServer().on(signUp, { verification: 'mailed' })
    const shown = await open({ isExistedUser: false }, { session: 'anonymous', server })
    await fill(shown)
    await waitFor(() => expect(shown.address()).not.toContain('invitation'))
    expect(server.callsOf(acceptInvitation)).toEqual([])
  })

  test('is told where sign-up is turned off, and can decline', async () => {
    await open({ isExistedUser: false }, { session: 'anonymous', registration: 'closed' })
    expect(await screen.findByText(/sign-up is turned off/)).toBeInTheDocument()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.getByRole('button', { name: 'Decline' })).toBeInTheDocument()
  })
})

test('one that was accepted before opens the folder, after a sign-in where there is no session', async () => {
  const accepted = { status: 'accepted', parent_id: folderId } as const
  const signedIn = await open(accepted)
  await headline('You joined “Fernhill rebrand”')
  signedIn.unmount()
  await open(accepted, { session: 'anonymous' })
  expect(await screen.findByRole('link', { name: 'Open folder' })).toHaveAttribute(
    'href',
    `/sign-in?redirect=${encodeURIComponent(`/platform/shared-with-me/${folderId}`)}`,
  )
})

test.each([
  ['invitation-ended', {}, 'This invitation is no longer valid'],
  ['validation', {}, 'This invitation can’t be shown'],
  ['throttled', { retry_after: 40 }, 'Couldn’t open this invitation'],
  ['internal', { error_id: 'e-77' }, 'Couldn’t open this invitation'],
] as const)('says what %s means', async (code, extra, title) => {
  await open({}, { server: fakeServer().on(showInvitation, () => refuse(code, extra)) })
  await headline(title)
})

test('an invitation that failed to load is loaded by Retry', async () => {
  const server = fakeServer().on(showInvitation, () => refuse('busy'))
  const shown = await open({}, { server })
  await screen.findByText(/The server is busy/)
  server.on(showInvitation, { data: makeTeamInvitation({ id: shown.id }) })
  await press(shown, 'Retry')
  await screen.findByRole('button', { name: 'Accept' })
})

test('signed in, an invitation without proof says with which account, and offers another one', async () => {
  const server = fakeServer().on(showInvitation, () => refuse('not-found'))
  await open({}, { secret: null, session: makeUser({ email: 'else@example.com' }), server })
  await headline('This invitation can’t be shown')
  expect(screen.getByText('else@example.com')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Use another account' })).toBeInTheDocument()
})

test('one that was withdrawn, or answered elsewhere, while the page is open says so', async () => {
  const shown = await open({})
  shown.server
    .on(acceptInvitation, () => refuse('invitation-ended'))
    .on(showInvitation, () => refuse('invitation-ended'))
  await press(shown, 'Accept')
  await headline('This invitation is no longer valid')
  shown.unmount()
  const other = await open({})
  await screen.findByRole('button', { name: 'Decline' })
  other.set({ status: 'accepted', parent_id: folderId })
  act(() => {
    other.host.events.emit('notifications.changed', {})
  })
  await headline('You joined “Fernhill rebrand”')
})

test('an address of the account that was changed elsewhere is noticed when the server refuses it', async () => {
  const server = fakeServer().on(acceptInvitation, () => refuse('wrong-account'))
  const shown = await open({}, { server })
  server.on(currentUser, { data: makeUser({ email: 'else@example.com' }) })
  await press(shown, 'Accept')
  expect(await screen.findByRole('button', { name: 'Use another account' })).toBeInTheDocument()
})

test('what is typed stays where the invitation cannot be fetched again', async () => {
  const shown = await open({ isExistedUser: false }, { session: 'anonymous' })
  await shown.user.type(await screen.findByLabelText('Full name'), 'Mara')
  shown.server.on(showInvitation, () => refuse('busy'))
  act(() => {
    shown.host.events.emit('notifications.changed', {})
  })
  await waitFor(() => expect(shown.server.callsOf(showInvitation)).toHaveLength(2))
  expect(screen.getByLabelText('Full name')).toHaveValue('Mara')
})

test('the limit of memberships is told in the words of the server, and the invitation stays', async () => {
  const server = fakeServer().on(acceptInvitation, () => refuse('too-many-team-folders', { message: 'At most 100.' }))
  const shown = await open({}, { server })
  await press(shown, 'Accept')
  expect(await screen.findByText('At most 100.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled()
})
