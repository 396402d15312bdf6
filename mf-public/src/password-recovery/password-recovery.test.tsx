import {
  challenge,
  currentUser,
  type RecoveryAccess,
  recoverPassword,
  resetPassword,
  showRecoveryAccess,
  signUp,
} from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { act, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { solveProofOfWork } from '../human-check/solve-proof-of-work.ts'

const none = { names: [], total: 0 }
const nothing = { api_tokens: none, passkeys: none, linked_sign_ins: none, editing_links: none }
const access = (attributes: Partial<RecoveryAccess['attributes']> = {}) => ({
  data: {
    id: makeId(),
    type: 'recovery-access' as const,
    attributes: { second_factor: 'off' as const, kept: nothing, ...attributes },
  },
})

const open = (path: string, server = fakeServer(), config: object = {}) =>
  renderSection(section, {
    path,
    server: server.onDefault(showRecoveryAccess, access()),
    session: 'anonymous',
    config: { emailVerification: true, ...config },
  })

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))), 30_000)

describe('the page for a forgotten password', () => {
  test('refuses a mistyped address without a call', async () => {
    const { user, server } = await open('/forgotten-password')
    await user.type(await screen.findByLabelText('E-mail'), 'mara{Enter}')
    expect(await screen.findByText(/Enter an e-mail address/)).toBeInTheDocument()
    expect(server.callsOf(recoverPassword)).toEqual([])
  })

  test('asks for the link once, and says that it was sent if there is an account', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const server = fakeServer().on(recoverPassword, async () => {
      await answered
      return { message: 'Done.' }
    })
    const { user, address } = await open('/forgotten-password', server)
    await user.type(await screen.findByLabelText('E-mail'), 'Mara@Example.com')
    await user.dblClick(screen.getByRole('button', { name: 'Send link' }))
    act(() => answer())
    await waitFor(() => expect(address()).toBe('/successfully-send'))
    expect(screen.getByText(/has an account, we sent a link/)).toHaveTextContent('If mara@example.com has an account')
    expect(server.callsOf(recoverPassword).map(({ body }) => body)).toEqual([{ email: 'mara@example.com' }])
  })

  test('is reached from the password step of sign-in, with the address that was entered there', async () => {
    const { user, address } = await open('/sign-in')
    await user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}')
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
    expect(address()).toBe('/forgotten-password')
    expect(await screen.findByLabelText('E-mail')).toHaveValue('mara@example.com')
  })

  test('says to ask the administrator where mails are not delivered', async () => {
    await open('/forgotten-password', fakeServer(), { emailVerification: false })
    expect(await screen.findByText(/Ask your administrator for a new password/)).toBeInTheDocument()
    expect(screen.queryByLabelText('E-mail')).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
  })

  test.each([
    ['throttled', { retry_after: 42 }, /Too many attempts. Try again in 42 seconds/],
    ['busy', {}, /The server is busy/],
    ['human-check-failed', {}, /not a robot. Try again/],
  ] as const)('says what %s means, and stays', async (code, extra, sentence) => {
    const server = fakeServer().on(recoverPassword, () => refuse(code, extra))
    const { user, address } = await open('/forgotten-password', server)
    await user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(address()).toBe('/forgotten-password')
  })
})

describe('the page for a new password', () => {
  const link = '/create-new-password#email=mara%40example.com&token=proof'
  const next = 'quiet rivers run deep'
  const enter = async ({ user }: Awaited<ReturnType<typeof open>>, password = next) => {
    await user.type(await screen.findByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  test('takes the token out of the address, and sets the password with it', async () => {
    const server = fakeServer()
      .on(resetPassword, { message: 'Done.' })
      .on(currentUser, () => refuse('unauthenticated'))
    const shown = await open(link, server)
    await screen.findByLabelText('Password')
    await waitFor(() => expect(shown.address()).toBe('/create-new-password'))
    await enter(shown)
    expect(await screen.findByRole('heading', { level: 1, name: 'Your password was changed' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in')
    expect(server.callsOf(resetPassword).map(({ body }) => body)).toEqual([
      { email: 'mara@example.com', token: 'proof', password: next, password_confirmation: next },
    ])
  })

  test('signs out where somebody was signed in', async () => {
    const user = makeUser()
    let isReset = false
    const server = fakeServer()
      .on(resetPassword, () => {
        isReset = true
        return { message: 'Done.' }
      })
      .on(currentUser, () => (isReset ? refuse('unauthenticated') : { data: user }))
    server.on(showRecoveryAccess, access())
    const shown = await renderSection(section, { path: link, server, session: user })
    await enter(shown)
    await waitFor(() => expect(shown.host.session.get().state).toBe('anonymous'))
  })

  test('rates the password, and refuses a short one without a call', async () => {
    const shown = await open(link)
    await enter(shown, 'quiet')
    expect(await screen.findByText('Use at least 8 characters')).toBeInTheDocument()
    expect(shown.server.callsOf(resetPassword)).toEqual([])
    await shown.user.type(screen.getByLabelText('Password'), ' rivers run deep')
    expect(await screen.findByText('Strong.')).toBeInTheDocument()
  })

  test('says that a link has ended, and leads to another one for the same address', async () => {
    const shown = await open(
      link,
      fakeServer().on(resetPassword, () => refuse('link-expired')),
    )
    await enter(shown)
    expect(await screen.findByRole('heading', { name: 'This link has expired or was used' })).toHaveFocus()
    await shown.user.click(screen.getByRole('link', { name: 'Send a new link' }))
    expect(await screen.findByLabelText('E-mail')).toHaveValue('mara@example.com')
  })

  test.each(['/create-new-password', '/create-new-password#token=proof', '/create-new-password#email=a%40b.de'])(
    'says that the link %s does not work',
    async (path) => {
      await open(path)
      expect(await screen.findByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeInTheDocument()
      expect(screen.queryByLabelText('Password')).toBeNull()
    },
  )

  const used = { names: ['Backup script'], total: 1 }
  const many = { names: ['Plans', 'Photos', 'Taxes', 'Music'], total: 30 }
  const bodies = (server: ReturnType<typeof fakeServer>) => server.callsOf(resetPassword).map(({ body }) => body)
  const withAccess = (attributes: Partial<RecoveryAccess['attributes']>) =>
    fakeServer()
      .on(showRecoveryAccess, access(attributes))
      .on(resetPassword, { message: 'Done.' })
      .on(currentUser, () => refuse('unauthenticated'))

  test('lists what stays with the new password, and ends it unless that is turned off', async () => {
    for (const isKept of [false, true]) {
      const server = withAccess({ kept: { ...nothing, api_tokens: used, editing_links: many } })
      const shown = await open(link, server)
      const choice = await screen.findByRole('checkbox', { name: /^End all other access/ })
      expect(choice).toBeChecked()
      expect(choice).toHaveAccessibleDescription(/1 API token.*Backup script.*30 links that allow editing/)
      expect(screen.getByText(/27 more/)).toHaveTextContent(/Plans.*, .*Photos.*, .*Taxes.*, 27 more/)
      expect(screen.queryByText(/passkey/)).toBeNull()
      if (isKept) await shown.user.click(choice)
      await enter(shown)
      await screen.findByRole('heading', { level: 1, name: 'Your password was changed' })
      expect(bodies(server)).toEqual([
        {
          email: 'mara@example.com',
          token: 'proof',
          password: next,
          password_confirmation: next,
          ...(!isKept && { end_access: true }),
        },
      ])
      shown.unmount()
    }
  })

  test('with a second factor that stays, nothing is listed, and what is to be checked after sign-in is named', async () => {
    const server = withAccess({ second_factor: 'stays', kept: null })
    const shown = await open(link, server)
    expect(await screen.findByText(/^Two-factor authentication stays on/)).toBeInTheDocument()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await enter(shown)
    expect(await screen.findByText(/then check your passkeys/)).toBeInTheDocument()
    expect(bodies(server)).toEqual([expect.not.objectContaining({ end_access: true })])
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute(
      'href',
      `/sign-in?redirect=${encodeURIComponent('/user/settings/password')}`,
    )
  })

  test('a second factor that was turned on meanwhile keeps everything, and the password can be set', async () => {
    const server = withAccess({ kept: { ...nothing, passkeys: used } }).on(resetPassword, () =>
      refuse('two-factor-required'),
    )
    const shown = await open(link, server)
    await screen.findByRole('checkbox')
    server.on(showRecoveryAccess, access({ second_factor: 'stays', kept: null }))
    await enter(shown)
    expect(await screen.findByText(/^Two-factor authentication stays on/)).toBeInTheDocument()
    server.on(resetPassword, { message: 'Done.' })
    await shown.user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByRole('heading', { level: 1, name: 'Your password was changed' })
    expect(bodies(server).at(-1)).not.toHaveProperty('end_access')
  })

  test('says that a second factor ends that was set up before the address was confirmed', async () => {
    await open(link, withAccess({ second_factor: 'ends' }))
    expect(await screen.findByText(/^Two-factor authentication will be turned off/)).toBeInTheDocument()
  })

  test.each([
    ['link-expired', 'This link has expired or was used'],
    ['validation', 'This link doesn’t work'],
  ] as const)('a link that is refused with %s has no form', async (code, title) => {
    await open(
      link,
      fakeServer().on(showRecoveryAccess, () => refuse(code)),
    )
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test('what stays is fetched again where it could not be', async () => {
    const server = fakeServer().on(showRecoveryAccess, () => refuse('busy'))
    const { user } = await open(link, server)
    expect(await screen.findByRole('heading', { level: 1, name: 'Couldn’t open this link' })).toBeInTheDocument()
    server.on(showRecoveryAccess, access())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('Password')).toBeInTheDocument()
  })

  test('shows why the server refused the password', async () => {
    const errors = { password: ['This password is known to have leaked.'] }
    const shown = await open(
      link,
      fakeServer().on(resetPassword, () => refuse('validation', { errors })),
    )
    await enter(shown)
    expect(await screen.findByText('This password is known to have leaked.')).toBeInTheDocument()
  })
})

describe('the proof of work', () => {
  /** The environment of these tests has no `crypto.subtle`, as a page over plain http: nothing is signed. */
  const made = async (cost = 2) => {
    const data = { purpose: 'password-recovery' as const, expires: 9e12 }
    const { parameters } = await createChallenge({ algorithm: 'SHA-256', cost, counter: 200, data, deriveKey })
    return { parameters: { ...parameters, data, keySignature: 'of the key' }, signature: 'of the challenge' }
  }

  /** The worker, on the thread of the test. */
  class InlineWorker extends EventTarget {
    static ended = 0
    static isStuck = false
    postMessage(data: Parameters<typeof solveProofOfWork>[0]) {
      if (InlineWorker.isStuck) return
      void solveProofOfWork(data).then((solution) =>
        this.dispatchEvent(new MessageEvent('message', { data: solution })),
      )
    }
    terminate() {
      InlineWorker.ended++
    }
  }
  const real = globalThis.Worker
  beforeEach(() => {
    InlineWorker.ended = 0
    InlineWorker.isStuck = false
    globalThis.Worker = InlineWorker as unknown as typeof Worker
  })
  afterEach(() => {
    globalThis.Worker = real
  })
  const serverWith = (parameters: Awaited<ReturnType<typeof made>>) =>
    fakeServer().on(challenge, { data: { id: 'challenge', type: 'challenge', attributes: parameters } })

  test('is solved as the server derives its keys, without crypto.subtle', async () => {
    expect(globalThis.crypto.subtle).toBeUndefined()
    const one = await made(10)
    const solution = await solveProofOfWork(one)
    expect(solution?.counter).toBe(200)
    const { nonce, salt } = one.parameters
    const bytes = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16))
    const { derivedKey } = await deriveKey(one.parameters, bytes(salt), bytes(`${nonce}000000c8`))
    expect(bytes(solution!.derivedKey)).toEqual(Uint8Array.from(derivedKey))
  })

  test('is sent with the form', async () => {
    const one = await made()
    const server = serverWith(one).on(recoverPassword, { message: 'Done.' })
    const { user, address } = await open('/forgotten-password', server, { proofOfWork: true })
    await user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}')
    await waitFor(() => expect(address()).toBe('/successfully-send'))
    expect(server.callsOf(challenge)[0]?.query).toEqual({ purpose: 'password-recovery' })
    const { altcha } = server.callsOf(recoverPassword)[0]!.body as { altcha: string }
    const sent = JSON.parse(atob(altcha))
    expect([sent.challenge.signature, sent.solution.counter]).toEqual([one.signature, 200])
    expect(InlineWorker.ended).toBe(1)
  })

  test('is sent with sign-up, for its own purpose', async () => {
    const server = serverWith(await made()).on(signUp, { verification: 'mailed' })
    const { user, address } = await open('/sign-up', server, { proofOfWork: true })
    await user.type(await screen.findByLabelText('Full name'), 'Noah Fischer')
    await user.type(screen.getByLabelText('E-mail'), 'noah@example.com')
    await user.type(screen.getByLabelText('Password'), 'quiet rivers run deep{Enter}')
    await waitFor(() => expect(address()).toBe('/successfully-send'))
    expect(server.callsOf(challenge)[0]?.query).toEqual({ purpose: 'sign-up' })
    expect(server.callsOf(signUp)[0]?.body).toHaveProperty('altcha')
  })

  test('is shown while it is under way, and ends with the page', async () => {
    InlineWorker.isStuck = true
    const shown = await open('/forgotten-password', serverWith(await made()), { proofOfWork: true })
    await shown.user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}')
    expect(await screen.findByText('Checking that you are not a robot…')).toBeInTheDocument()
    expect(InlineWorker.ended).toBe(0)
    await act(async () => shown.unmount())
    await waitFor(() => expect(InlineWorker.ended).toBe(1))
    expect(shown.server.callsOf(recoverPassword)).toEqual([])
  })
})
