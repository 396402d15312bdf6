import { currentUser, signUp } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'

const show = (server = fakeServer(), path = '/sign-up') =>
  renderSection(section, { path, server, session: 'anonymous', config: { emailVerification: true } })

async function fill({ user }: Awaited<ReturnType<typeof show>>, password = 'quiet rivers run deep') {
  await user.type(await screen.findByLabelText('Full name'), 'Noah Fischer')
  await user.type(screen.getByLabelText('E-mail'), 'noah@example.com')
  await user.type(screen.getByLabelText('Password'), password)
}
const submit = () => screen.getByRole('button', { name: 'Create account' })

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test('refuses an empty form field by field, without a call', async () => {
  const shown = await show()
  await screen.findByLabelText('Full name')
  await shown.user.click(submit())
  for (const sentence of ['Enter your name', /Enter an e-mail address/, 'Use at least 8 characters'])
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByLabelText('Full name')).toHaveAttribute('aria-invalid', 'true')
  expect(shown.server.callsOf(signUp)).toEqual([])
})

test('a field that was left empty is not invalid before the form is submitted', async () => {
  const { user } = await show()
  await user.click(await screen.findByLabelText('Full name'))
  await user.click(screen.getByLabelText('E-mail'))
  await user.type(screen.getByLabelText('E-mail'), 'noah')
  await user.tab()
  expect(await screen.findByText(/Enter an e-mail address/)).toBeInTheDocument()
  expect(screen.queryByText('Enter your name')).toBeNull()
  expect(screen.getByLabelText('Full name')).not.toHaveAttribute('aria-invalid', 'true')
})

test('rates the password while it is typed', async () => {
  const shown = await show()
  await shown.user.type(await screen.findByLabelText('Password'), 'quiet')
  expect(await screen.findByText('3 characters to go.')).toBeInTheDocument()
  await shown.user.type(screen.getByLabelText('Password'), ' rivers run deep')
  expect(await screen.findByText('Strong.')).toBeInTheDocument()
})

test('says that a password made of the user’s name or e-mail is easy to guess', async () => {
  const shown = await show()
  await fill(shown, 'noahfischer')
  expect(await screen.findByText(/^Easy to guess/)).toBeInTheDocument()
  await shown.user.type(screen.getByLabelText('Password'), ' swims past lantern seven')
  expect(await screen.findByText('Strong.')).toBeInTheDocument()
})

test('shows an error of the server at its field', async () => {
  const server = fakeServer().on(signUp, () =>
    refuse('validation', { errors: { email: ['taken'], password: ['This password is known to have leaked.'] } }),
  )
  const shown = await show(server)
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByText(/An account with this e-mail already exists/)).toBeInTheDocument()
  expect(screen.getByText('This password is known to have leaked.')).toBeInTheDocument()
  await shown.user.type(screen.getByLabelText('E-mail'), 'x')
  await waitFor(() => expect(screen.queryByText(/An account with this e-mail already exists/)).toBeNull())
})

test('says that sign-up is closed, before and after submitting the form', async () => {
  const server = fakeServer().on(signUp, () => refuse('registration-closed'))
  const shown = await show(server)
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByRole('heading', { name: 'Sign-up is turned off' })).toBeInTheDocument()
  shown.unmount()
  await renderSection(section, { path: '/sign-up', session: 'anonymous', config: { registration: 'closed' } })
  expect(await screen.findByRole('heading', { name: 'Sign-up is turned off' })).toBeInTheDocument()
})

test('says that sign-up is by invitation, before and after submitting the form', async () => {
  const server = fakeServer().on(signUp, () => refuse('registration-by-invitation'))
  const shown = await show(server)
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByRole('heading', { name: 'Sign-up is by invitation only' })).toBeInTheDocument()
  shown.unmount()
  await renderSection(section, { path: '/sign-up', session: 'anonymous', config: { registration: 'invitation' } })
  expect(await screen.findByRole('heading', { name: 'Sign-up is by invitation only' })).toBeInTheDocument()
})

test('says at the e-mail that throw-away addresses are not accepted', async () => {
  const shown = await show(fakeServer().on(signUp, () => refuse('disposable-address')))
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByText(/Disposable addresses aren’t accepted/)).toBeInTheDocument()
  expect(screen.getByLabelText('E-mail')).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByLabelText('E-mail')).toHaveFocus()
  expect(screen.queryByText(/Something went wrong/)).toBeNull()
})

test('leads to the page about the confirmation mail where the address has to be confirmed', async () => {
  const shown = await show(fakeServer().on(signUp, { verification: 'mailed' }))
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByText('noah@example.com')).toBeInTheDocument()
  expect(shown.address()).toBe('/successfully-send')
})

test('creates one account however often the button is pressed, and continues to the requested page', async () => {
  const server = fakeServer().on(signUp, { verification: 'none' }).on(currentUser, { data: makeUser() })
  const shown = await show(server, '/sign-up?redirect=%2Fplatform%2Ftrash')
  await fill(shown)
  await shown.user.dblClick(submit())
  await waitFor(() => expect(shown.address()).toBe('/sign-in?redirect=%2Fplatform%2Ftrash'))
  expect(server.callsOf(signUp)).toHaveLength(1)
  expect(server.callsOf(signUp)[0]?.body).toMatchObject({
    password: 'quiet rivers run deep',
    password_confirmation: 'quiet rivers run deep',
  })
})

test('Enter pressed again while the request is under way does not send a second one', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const server = fakeServer().on(signUp, async () => {
    await answered
    return { verification: 'mailed' as const }
  })
  const shown = await show(server)
  await fill(shown)
  await shown.user.keyboard('{Enter}')
  await waitFor(() => expect(server.callsOf(signUp)).toHaveLength(1))
  await shown.user.type(screen.getByLabelText('Full name'), '{Enter}')
  await shown.user.type(screen.getByLabelText('Password'), '{Enter}{Enter}')
  act(() => answer())
  await waitFor(() => expect(shown.address()).toBe('/successfully-send'))
  expect(server.callsOf(signUp)).toHaveLength(1)
})
