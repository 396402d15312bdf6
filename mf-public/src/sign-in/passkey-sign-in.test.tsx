import { clientConfig, currentUser, passkeySignIn, passkeySignInOptions } from '@holdall/api'
import { makeConfig } from '@holdall/api/testing'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../section.ts'

const options = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'preferred' as const,
  allowCredentials: [],
}
/** What the browser has signed. */
const bytes = new Uint8Array([1, 2, 3]).buffer
const signed = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
}

const get = jest.fn<Promise<unknown>, [{ mediation?: string }]>()
let hasAutofill = false
beforeEach(() => {
  hasAutofill = false
  get.mockReset().mockResolvedValue(signed)
  const PublicKeyCredential = { isConditionalMediationAvailable: () => Promise.resolve(hasAutofill) }
  Object.assign(window, { PublicKeyCredential: Object.assign(() => undefined, PublicKeyCredential) })
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  Reflect.deleteProperty(window, 'isSecureContext')
  Reflect.deleteProperty(navigator, 'credentials')
})

const serverOf = () => fakeServer().on(passkeySignInOptions, options).on(passkeySignIn, { two_factor: false })
const show = (server = serverOf(), config = { passkeys: true }, path = '/sign-in') =>
  renderSection(section, { path, server, session: 'anonymous', config })
const button = () => screen.findByRole('button', { name: 'Sign in with a passkey' })

test('signs in with a passkey, without an e-mail address', async () => {
  const server = serverOf().on(currentUser, { data: makeUser() })
  const shown = await show(server)
  await shown.user.click(await button())
  await waitFor(() => expect(shown.host.session.get().state).toBe('signed-in'))
  const response = { clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID', userHandle: 'AQID' }
  expect(server.callsOf(passkeySignIn).map(({ body }) => body)).toEqual([
    { credential: { id: 'AQID', rawId: 'AQID', type: 'public-key', response } },
  ])
})

test('a passkey that is chosen among the suggestions of the e-mail field signs in', async () => {
  hasAutofill = true
  const shown = await show(serverOf().on(currentUser, { data: makeUser() }))
  await waitFor(() => expect(shown.host.session.get().state).toBe('signed-in'))
  expect(get).toHaveBeenCalledWith(expect.objectContaining({ mediation: 'conditional' }))
})

test('a passkey that the server has refused is not suggested again by itself', async () => {
  hasAutofill = true
  const server = serverOf().on(passkeySignIn, async () => {
    await waitFor(async () => expect(await button()).toHaveAttribute('aria-busy', 'true'))
    return refuse('passkey-refused')
  })
  const shown = await show(server)
  expect(await screen.findByText(/This passkey wasn’t accepted/)).toBeInTheDocument()
  expect(server.callsOf(passkeySignInOptions)).toHaveLength(1)
  await shown.user.click(await button())
  await waitFor(() => expect(server.callsOf(passkeySignIn)).toHaveLength(2))
  expect(await screen.findByText(/This passkey wasn’t accepted/)).toBeInTheDocument()
  expect(server.callsOf(passkeySignInOptions)).toHaveLength(2)
  expect(get.mock.calls.map(([{ mediation }]) => mediation)).toEqual(['conditional', undefined])
})

test('suggestions are offered again after the question of the button was canceled', async () => {
  hasAutofill = true
  get.mockImplementation(async ({ mediation }) => {
    if (mediation === 'conditional') return new Promise(() => undefined)
    await waitFor(async () => expect(await button()).toHaveAttribute('aria-busy', 'true'))
    throw new DOMException('cancelled', 'NotAllowedError')
  })
  const { user } = await show()
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  await user.click(await button())
  await waitFor(() =>
    expect(get.mock.calls.map(([{ mediation }]) => mediation)).toEqual(['conditional', undefined, 'conditional']),
  )
})

test('to cancel in the browser is no error, and the button can be used again', async () => {
  get.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'))
  const shown = await show(serverOf().on(currentUser, { data: makeUser() }))
  await shown.user.click(await button())
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await shown.user.click(await button())
  await waitFor(() => expect(shown.host.session.get().state).toBe('signed-in'))
})

test.each([
  ['passkey-refused', /This passkey wasn’t accepted/],
  ['passkey-expired', /That took too long/],
  ['throttled', /Too many attempts/],
] as const)('says what %s means', async (code, message) => {
  const server = serverOf().on(passkeySignIn, () => refuse(code, { message: 'Too many attempts.' }))
  const shown = await show(server)
  await shown.user.click(await button())
  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('a passkey that has not verified its user leads to the code, and the requested page is kept', async () => {
  const server = serverOf()
    .on(passkeySignIn, { two_factor: true })
    .on(clientConfig, makeConfig({ isAuthenticated: false, secondFactorPending: true }))
  const shown = await show(server, { passkeys: true }, '/sign-in?redirect=%2Fplatform%2Ftrash')
  await shown.user.click(await button())
  expect(await screen.findByLabelText('Code')).toBeInTheDocument()
  expect(shown.address()).toBe('/sign-in/two-factor?redirect=%2Fplatform%2Ftrash')
  expect(server.callsOf(currentUser)).toEqual([])
})

test('says that the device failed', async () => {
  get.mockRejectedValue(new DOMException('broken', 'NotReadableError'))
  const shown = await show()
  await shown.user.click(await button())
  expect(await screen.findByText(/Your device couldn’t use a passkey/)).toBeInTheDocument()
})

test('is absent where passkeys cannot be used', async () => {
  const server = serverOf()
  await show(server, { passkeys: false })
  expect(await screen.findByLabelText('E-mail')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).not.toBeInTheDocument()
  expect(server.callsOf(passkeySignInOptions)).toEqual([])
})
