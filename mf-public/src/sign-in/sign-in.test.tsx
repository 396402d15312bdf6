import { currentUser, resendVerification, signIn } from '@holdall/api'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'

const show = (server = fakeServer(), path = '/sign-in') =>
  renderSection(section, { path, server, session: 'anonymous' })
type Shown = Awaited<ReturnType<typeof show>>

async function toPassword({ user }: Shown) {
  await user.type(await screen.findByLabelText('E-mail'), 'Mara@Example.com')
  await user.keyboard('{Enter}')
  return screen.findByLabelText('Password')
}
async function tryPassword(shown: Shown) {
  await shown.user.type(await toPassword(shown), 'wrong or right')
  await shown.user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test.each(['mara', '@example.com', 'mara@', 'mara@example', 'ma ra@example.com'])(
  'refuses the e-mail address %s and sends no request',
  async (email) => {
    const shown = await show()
    await shown.user.type(await screen.findByLabelText('E-mail'), email)
    await shown.user.keyboard('{Enter}')
    expect(await screen.findByText(/Enter an e-mail address/)).toBeInTheDocument()
    await shown.user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.getByLabelText('E-mail')).toHaveFocus()
    expect(shown.server.calls.filter(({ id }) => id === signIn.id)).toEqual([])
  },
)

test('leads to the pages of the operator, such as the terms', async () => {
  const pages = [{ slug: 'terms-of-service', title: 'Terms of service' }]
  await renderSection(section, { path: '/sign-in', server: fakeServer(), session: 'anonymous', config: { pages } })
  expect(await screen.findByRole('link', { name: 'Terms of service' })).toHaveAttribute(
    'href',
    '/page/terms-of-service',
  )
})

test('refuses an empty password without a call', async () => {
  const shown = await show()
  await toPassword(shown)
  await shown.user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your password', { selector: 'span' })).toBeInTheDocument()
  expect(shown.server.callsOf(signIn)).toEqual([])
  await shown.user.type(screen.getByLabelText('Password'), 'x')
  expect(screen.queryByText('Enter your password', { selector: 'span' })).toBeNull()
})

test('selects a wrong password, so that typing replaces it', async () => {
  const shown = await show(fakeServer().on(signIn, () => refuse('bad-credentials')))
  const password = await toPassword(shown)
  await shown.user.type(password, 'wrong{Enter}')
  await screen.findByText(/Wrong e-mail or password/)
  await shown.user.keyboard('right')
  expect(password).toHaveValue('right')
})

test.each([
  ['bad-credentials', {}, /Wrong e-mail or password/],
  ['throttled', { retry_after: 42 }, /Too many attempts. Try again in 42 seconds/],
  ['busy', {}, /The server is busy/],
  ['internal', { error_id: 'e-77' }, /give your administrator this number: e-77/],
  ['validation', {}, /Something went wrong. Try again/],
] as const)('says what %s means', async (code, extra, sentence) => {
  const server = fakeServer().on(signIn, () => refuse(code, extra))
  const shown = await show(server)
  await tryPassword(shown)
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(shown.host.session.get().state).toBe('anonymous')
})

test('counts the wait down and refuses another attempt before its end', async () => {
  const server = fakeServer().on(signIn, () => refuse('throttled', { retry_after: 2 }))
  const shown = await show(server)
  await tryPassword(shown)
  const button = screen.getByRole('button', { name: 'Sign in' })
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await shown.user.keyboard('{Enter}')
  // As a password manager does, without the button.
  fireEvent.submit(button.closest('form') as HTMLFormElement)
  expect(server.callsOf(signIn)).toHaveLength(1)
  await screen.findByText(/Try again now/)
  await shown.user.click(button)
  await waitFor(() => expect(server.callsOf(signIn)).toHaveLength(2))
})

test('offers to send the confirmation again when the e-mail is not confirmed', async () => {
  const server = fakeServer()
    .on(signIn, () => refuse('not-verified'))
    .on(resendVerification, {})
  const shown = await show(server)
  await tryPassword(shown)
  await shown.user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/We sent you a new link/)).toBeInTheDocument()
  expect(server.callsOf(resendVerification)[0]?.body).toEqual({ email: 'mara@example.com' })
})

test('signs in while the confirmation is being sent', async () => {
  const server = fakeServer()
    .on(signIn, () => refuse('not-verified'))
    .on(resendVerification, () => new Promise<never>(() => {}))
  const shown = await show(server)
  await tryPassword(shown)
  await shown.user.click(await screen.findByRole('button', { name: 'Send again' }))
  await shown.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(server.callsOf(signIn)).toHaveLength(2))
})

test('says that cookies are refused when there is no session after signing in', async () => {
  const server = fakeServer()
    .on(signIn, { two_factor: false })
    .on(currentUser, () => refuse('unauthenticated'))
  await tryPassword(await show(server))
  expect(await screen.findByText(/Allow cookies for this site/)).toBeInTheDocument()
})

test('goes back to the e-mail that was entered, by the chip and by the browser', async () => {
  const shown = await show()
  await toPassword(shown)
  await shown.user.click(screen.getByRole('button', { name: 'mara@example.com Use another e-mail' }))
  expect(await screen.findByLabelText('E-mail')).toHaveValue('mara@example.com')
})

test('has the user name beside the password for password managers', async () => {
  const shown = await show()
  const password = await toPassword(shown)
  expect(password).toHaveAttribute('autocomplete', 'current-password')
  const name = password.closest('form')?.querySelector('input[autocomplete="username"]')
  expect(name).toHaveValue('mara@example.com')
  expect(name).toHaveAttribute('tabindex', '-1')
})

test('signs in once, however often the button is pressed, and keeps the requested page', async () => {
  let answer = () => {}
  const wait = new Promise<void>((resolve) => {
    answer = resolve
  })
  const server = fakeServer()
    .on(signIn, async () => {
      await wait
      return { two_factor: false }
    })
    .on(currentUser, { data: makeUser() })
  const shown = await show(server, '/sign-in?redirect=%2Fplatform%2Ftrash')
  await shown.user.type(await toPassword(shown), 'quiet rivers run deep')
  await shown.user.dblClick(screen.getByRole('button', { name: 'Sign in' }))
  await shown.user.keyboard('{Enter}')
  fireEvent.submit(screen.getByLabelText('Password').closest('form') as HTMLFormElement)
  act(() => answer())
  await waitFor(() => expect(shown.host.session.get().state).toBe('signed-in'))
  expect(server.callsOf(signIn)).toEqual([
    expect.objectContaining({ body: { email: 'mara@example.com', password: 'quiet rivers run deep' } }),
  ])
  expect(shown.address()).toBe('/sign-in?redirect=%2Fplatform%2Ftrash')
})

test('the link to sign up keeps the requested page', async () => {
  await renderSection(section, {
    path: '/sign-in?redirect=%2Fplatform%2Ftrash',
    session: 'anonymous',
    config: { registration: 'open' },
  })
  expect(await screen.findByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/sign-up?redirect=%2Fplatform%2Ftrash',
  )
})

test.each(['closed', 'invitation'] as const)('has no link to sign up where sign-up is %s', async (registration) => {
  await renderSection(section, { path: '/sign-in', session: 'anonymous', config: { registration } })
  await screen.findByLabelText('E-mail')
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
})
