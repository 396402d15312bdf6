import {
  type Passkey,
  passkeyRegistrationOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
  userPasskeys,
  userSessions,
} from '@holdall/api'
import { makeId, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const passkey = (name: string, attributes: Partial<Passkey['attributes']> = {}): Passkey => ({
  id: makeId(),
  type: 'passkey',
  attributes: { name, synced: false, created_at: '2026-03-01T10:00:00.000Z', last_used_at: null, ...attributes },
})
const options = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Holdall' },
  user: { id: 'AAAA', name: 'mara@example.com', displayName: 'Mara' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  timeout: 300_000,
  attestation: 'none' as const,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'preferred' as const,
  },
}

/** What the browser has made. */
const bytes = new Uint8Array([1, 2, 3]).buffer
const made = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes, attestationObject: bytes, getTransports: () => ['internal'] },
}

const create = jest.fn<Promise<unknown>, [unknown]>()
beforeEach(() => {
  create.mockReset().mockResolvedValue(made)
  Object.assign(window, { PublicKeyCredential: class {} })
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  Reflect.deleteProperty(window, 'isSecureContext')
  Reflect.deleteProperty(navigator, 'credentials')
})

async function open(list: readonly Passkey[], config: { passkeys: boolean } = { passkeys: true }) {
  const { server } = serverWith([])
  let passkeys = [...list]
  const session = {
    browser: 'Firefox',
    system: 'Linux',
    device: 'computer' as const,
    address: '192.0.2.7',
    place: null,
  }
  const times = { created_at: '2026-03-01T10:00:00.000Z', seen_at: '2026-03-12T10:00:00.000Z', current: true }
  server.on(userSessions, { data: [{ id: makeId(), type: 'session', attributes: { ...session, ...times } }] })
  server.on(userPasskeys, () => ({ data: passkeys }))
  server.on(passkeyRegistrationOptions, options)
  server.on(registerPasskey, ({ body }) => {
    passkeys = [passkey(body.name), ...passkeys]
    return { data: passkeys[0]! }
  })
  server.on(renamePasskey, ({ params, body }) => {
    passkeys = passkeys.map((one) => (one.id === params.id ? { ...passkey(body.name), id: one.id } : one))
    return { data: passkeys.find(({ id }) => id === params.id)! }
  })
  server.on(removePasskey, ({ params }) => {
    passkeys = passkeys.filter(({ id }) => id !== params.id)
    return {}
  })
  const shown = await renderSection(section, { path: '/user/settings/password', server, config })
  await screen.findByText('This device')
  return { ...shown, server }
}
const add = () => screen.findByRole('button', { name: 'Add a passkey' })

test('a passkey is added with the name of this browser, which can be changed at once', async () => {
  const { user, server } = await open([])
  expect(await screen.findByText('You don’t have any passkeys yet.')).toBeInTheDocument()
  await user.click(await add())
  const dialog = within(await screen.findByRole('dialog', { name: 'Name of the passkey' }))
  expect(dialog.getByLabelText('Name')).toHaveValue('Firefox on Linux')
  expect(server.callsOf(registerPasskey)[0]?.body).toEqual({
    name: 'Firefox on Linux',
    credential: {
      id: 'AQID',
      rawId: 'AQID',
      type: 'public-key',
      response: { clientDataJSON: 'AQID', attestationObject: 'AQID', transports: ['internal'] },
    },
  })
  await user.clear(dialog.getByLabelText('Name'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter a name.')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Name'), 'Work laptop')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Work laptop')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the name of this browser is not sent again where it stays', async () => {
  const { user, server } = await open([])
  await user.click(await add())
  const dialog = within(await screen.findByRole('dialog', { name: 'Name of the passkey' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(server.callsOf(renamePasskey)).toEqual([])
})

test('shows when each was used, and removes one after a question', async () => {
  const used = passkey('Phone', { last_used_at: '2026-03-12T10:00:00.000Z', synced: true })
  const { user, server } = await open([used, passkey('Key')])
  const row = (await screen.findByText('Phone')).closest('li')!
  expect(row).toHaveTextContent(/Last used: .* · Added: .* · Synced/)
  expect(screen.getByText('Key').closest('li')).toHaveTextContent(/Never used · Added: /)
  await user.click(within(row).getByRole('button', { name: /Remove .?Phone/ }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(server.callsOf(removePasskey)).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => {
    expect(screen.queryByText('Phone')).not.toBeInTheDocument()
  })
})

test('the password is asked for before a passkey is removed', async () => {
  const { user, server } = await open([passkey('Phone')])
  server.on(removePasskey, () => refuse('confirmation-required'))
  await user.click(await screen.findByRole('button', { name: /Remove .?Phone/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('dialog', { name: 'Confirm that it’s you' })).toBeInTheDocument()
})

test('says why the last way to sign in stays', async () => {
  const { user, server } = await open([passkey('Key')])
  server.on(removePasskey, () => refuse('last-sign-in-method'))
  await user.click(await screen.findByRole('button', { name: /Remove .?Key/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  const alert = await screen.findByRole('alertdialog', { name: 'That didn’t work' })
  expect(alert).toHaveTextContent('The server answers last-sign-in-method.')
  expect(screen.getByText('Key')).toBeInTheDocument()
})

test.each(['NotAllowedError', 'AbortError'])('to cancel in the browser is no error: %s', async (name) => {
  create.mockRejectedValue(new DOMException('cancelled', name))
  const { user, server } = await open([])
  await user.click(await add())
  await waitFor(() => {
    expect(create).toHaveBeenCalledTimes(1)
  })
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(server.callsOf(registerPasskey)).toEqual([])
  expect(await add()).toBeEnabled()
})

test.each([
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['NotSupportedError', /Your device couldn’t create a passkey/],
])('says what the browser refuses: %s', async (name, message) => {
  create.mockRejectedValue(new DOMException('refused', name))
  const { user } = await open([])
  await user.click(await add())
  expect(await screen.findByText(message)).toBeInTheDocument()
})

test.each(['passkey-refused', 'passkey-expired', 'too-many-passkeys'] as const)(
  'shows the words of the server for %s',
  async (code) => {
    const { user, server } = await open([])
    server.on(registerPasskey, () => refuse(code, { message: 'The server says why.' }))
    await user.click(await add())
    expect(await screen.findByText('The server says why.')).toBeInTheDocument()
  },
)

test('is absent where passkeys cannot be used, unless there are some to be removed', async () => {
  await open([], { passkeys: false })
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).not.toBeInTheDocument()
})

test('passkeys of another address can be removed, and none added', async () => {
  await open([passkey('Phone')], { passkeys: false })
  expect(await screen.findByText('Phone')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})

test('passkeys that failed to load can be loaded again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(userSessions, { data: [] })
  server.on(userPasskeys, () => (isBroken ? refuse('internal') : { data: [passkey('Phone')] }))
  const { user } = await renderSection(section, { path: '/user/settings/password', server, config: { passkeys: true } })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('Phone')).toBeInTheDocument()
})
