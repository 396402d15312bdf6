import {
  confirmPasskey,
  confirmPassword,
  endOtherSessions,
  passkeyConfirmationOptions,
  signOut,
  userPasskeys,
} from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { defineSection, type SectionModule } from '@holdall/section'
import { makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { useConfirmed } from './use-confirmed.ts'

/** A page with one privileged call, whose result it shows. */
function Page() {
  const confirmed = useConfirmed()
  const [result, setResult] = useState('')
  const run = () =>
    confirmed(() => api.call(endOtherSessions)).then(
      () => {
        setResult('changed')
      },
      (error: unknown) => {
        setResult(isApiError(error) ? error.code : 'thrown')
      },
    )
  return (
    <>
      <button onClick={() => void run()}>Change</button>
      <output>{result}</output>
    </>
  )
}
const page: SectionModule = defineSection({
  id: 'example',
  version: '1.0.0',
  requires: { shellApi: '^1.0.0' },
  routes: [{ path: '/example', access: 'user', titleKey: 'title', page: () => Promise.resolve(Page) }],
  messages: { 'en-US': () => Promise.resolve({ title: 'Example' }) },
})

const get = jest.fn<Promise<unknown>, []>()
// As in every browser; jsdom does not have it.
beforeEach(() => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
})
afterEach(() => {
  for (const name of ['PublicKeyCredential', 'isSecureContext']) Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(navigator, 'credentials')
})
/** A browser that has passkeys, and signs with one. */
function withAuthenticator(): void {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes }
  const signed = { id: 'AQID', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
  get.mockReset().mockResolvedValue(signed)
  Object.assign(window, { PublicKeyCredential: () => undefined })
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
}

interface Account {
  readonly hasPassword?: boolean
  readonly hasPasskey?: boolean
}

async function open({ hasPassword = true, hasPasskey = false }: Account = {}) {
  const { server } = serverWith([])
  let isConfirmed = false
  server.on(endOtherSessions, () => (isConfirmed ? {} : refuse('confirmation-required')))
  server.on(confirmPassword, ({ body }) => {
    if (body.password !== 'right') return refuse('validation', { errors: { password: ['Wrong.'] } })
    isConfirmed = true
    return {}
  })
  const times = { created_at: '2026-03-01T10:00:00.000Z', last_used_at: null }
  const passkey = { id: makeId(), type: 'passkey', attributes: { name: 'Laptop', synced: false, ...times } } as const
  server.on(userPasskeys, { data: hasPasskey ? [passkey] : [] })
  const options = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, allowCredentials: [] }
  server.on(passkeyConfirmationOptions, { ...options, userVerification: 'required' })
  server.on(confirmPasskey, () => {
    isConfirmed = true
    return {}
  })
  const session = makeUser({ has_password: hasPassword })
  const config = { passkeys: true }
  const shown = await renderSection(page, { path: '/example', server, session, config, others: [section] })
  await shown.user.click(screen.getByRole('button', { name: 'Change' }))
  await screen.findByRole('dialog', { name: 'Confirm that it’s you' })
  return { ...shown, server }
}

test('the password is asked for, and the call repeated once it was right', async () => {
  const { user, server } = await open()
  await user.type(screen.getByLabelText('Password'), 'right')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(await screen.findByText('changed')).toBeInTheDocument()
  expect(server.callsOf(endOtherSessions)).toHaveLength(2)
})

test('a wrong password is shown at its field, and can be corrected', async () => {
  const { user, server } = await open()
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('This isn’t your password.')).toBeInTheDocument()
  expect(server.callsOf(endOtherSessions)).toHaveLength(1)
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('changed')).toBeInTheDocument()
})

test('the password is sent once, also where Enter is pressed again before the answer', async () => {
  const { user, server } = await open()
  server.on(confirmPassword, () => new Promise<never>(() => {}))
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-busy', 'true')
  })
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  expect(server.callsOf(confirmPassword)).toHaveLength(1)
})

test('too many wrong ones are said above the field', async () => {
  const { user, server } = await open()
  server.on(confirmPassword, () => refuse('throttled', { message: 'Too many attempts.' }))
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('Too many attempts.')).toBeInTheDocument()
})

test('dismissing it rejects as an aborted call, and shows nothing', async () => {
  const { user, server } = await open()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('aborted')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(server.callsOf(endOtherSessions)).toHaveLength(1)
})

test('a call that is refused for another reason rejects with it, and no password is asked for', async () => {
  const { server } = serverWith([])
  server.on(endOtherSessions, () => refuse('forbidden'))
  const shown = await renderSection(page, { path: '/example', server, session: makeUser(), others: [section] })
  await shown.user.click(screen.getByRole('button', { name: 'Change' }))
  expect(await screen.findByText('forbidden')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(server.callsOf(endOtherSessions)).toHaveLength(1)
})

test('an account without a password is told to sign in again', async () => {
  const { user, server } = await open({ hasPassword: false })
  expect(screen.getByText(/Sign in again to confirm that it is you/)).toBeInTheDocument()
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
  server.on(signOut, {})
  await user.click(screen.getByRole('button', { name: 'Sign in again' }))
  await waitFor(() => {
    expect(server.callsOf(signOut)).toHaveLength(1)
  })
})

test.each([true, false])(
  'a passkey confirms in place of the password (which the account has: %s)',
  async (hasPassword) => {
    withAuthenticator()
    const { user, server } = await open({ hasPassword, hasPasskey: true })
    get.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'))
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => {
      expect(get).toHaveBeenCalledTimes(1)
    })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Sign in again' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('changed')).toBeInTheDocument()
    expect(server.callsOf(confirmPasskey).map(({ body }) => body.credential.id)).toEqual(['AQID'])
    expect(server.callsOf(confirmPassword)).toEqual([])
  },
)

test('says why a passkey did not confirm', async () => {
  withAuthenticator()
  const { user, server } = await open({ hasPasskey: true })
  server.on(confirmPasskey, () => refuse('passkey-refused', { message: 'This passkey wasn’t accepted.' }))
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText('This passkey wasn’t accepted.')).toBeInTheDocument()
  get.mockRejectedValueOnce(new DOMException('broken', 'NotReadableError'))
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText(/Your device couldn’t use a passkey/)).toBeInTheDocument()
})

test('passkeys are neither offered nor listed in a browser without them', async () => {
  const { server } = await open({ hasPasskey: true })
  expect(screen.getByLabelText('Password')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
  expect(server.callsOf(userPasskeys)).toEqual([])
})

test('an account without a password and a passkey signs in again', async () => {
  withAuthenticator()
  await open({ hasPassword: false })
  expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeInTheDocument()
})
