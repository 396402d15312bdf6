import { currentUser, resendVerification, signOut, verifyEmail } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../section.ts'

const show = (path: string, emailVerification = true) =>
  renderSection(section, { path, session: 'anonymous', config: { emailVerification } })

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test('the page opened without an address names none, and links to sign-in', async () => {
  await show('/successfully-send')
  expect(await screen.findByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in')
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
})

test('without e-mail verification the page redirects to sign-in', async () => {
  const { address } = await show('/successfully-send', false)
  await waitFor(() => expect(address()).toBe('/sign-in'))
})

test('the confirmation links to sign-in', async () => {
  await show('/successfully-verified')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your e-mail is confirmed' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in')
})

const link = '/verify-email/00000000-0000-7000-8000-000000000001?expires=1&signature=proof'
const open = (server: ReturnType<typeof fakeServer>, path = link) =>
  renderSection(section, { path, server, session: 'anonymous', config: { emailVerification: true } })
const openAndConfirm = async (server: ReturnType<typeof fakeServer>) => {
  const opened = await open(server)
  await opened.user.click(await screen.findByRole('button', { name: 'Confirm e-mail' }))
  return opened
}

test('the link in the mail confirms nothing by itself; a click does, once, and leads to the confirmation', async () => {
  const server = fakeServer().on(verifyEmail, {})
  const { user, address } = await open(server)
  const button = await screen.findByRole('button', { name: 'Confirm e-mail' })
  expect(server.callsOf(verifyEmail)).toEqual([])
  await user.dblClick(button)
  await waitFor(() => expect(address()).toBe('/successfully-verified'))
  expect(server.callsOf(verifyEmail)).toEqual([
    {
      params: { id: '00000000-0000-7000-8000-000000000001' },
      query: {},
      body: { expires: '1', signature: 'proof' },
    },
  ])
})

test.each([
  ['link-expired', 'This link has expired'],
  ['not-found', 'This link doesn’t work'],
  ['validation', 'This link doesn’t work'],
] as const)('a link refused with %s says so and offers a new one', async (code, title) => {
  const server = fakeServer()
    .on(verifyEmail, () => refuse(code))
    .on(resendVerification, {})
  const { user, address } = await openAndConfirm(server)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
  // What proved the address is not left in the address bar, and the call is not repeated without it.
  await waitFor(() => expect(address()).toBe('/verify-email/00000000-0000-7000-8000-000000000001'))
  expect(server.callsOf(verifyEmail)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText(/Enter an e-mail address/)).toBeInTheDocument()
  expect(server.callsOf(resendVerification)).toEqual([])
  await user.type(screen.getByLabelText('E-mail'), 'Mara@Example.com{Enter}')
  await waitFor(() => expect(address()).toBe('/successfully-send'))
  expect(screen.getByText('mara@example.com')).toBeInTheDocument()
  expect(server.callsOf(resendVerification)[0]?.body).toEqual({ email: 'mara@example.com' })

  // Where the mail does not arrive, it is sent again from here.
  server.on(resendVerification, () => refuse('busy'))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/The server is busy/)
  server.on(resendVerification, {})
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/^We sent you a new link/)).toBeInTheDocument()
  expect(server.callsOf(resendVerification)[2]?.body).toEqual({ email: 'mara@example.com' })
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
})

test('a link of an account in use leads to sign-in and back', async () => {
  const server = fakeServer().on(verifyEmail, () => refuse('sign-in-required'))
  const { address } = await openAndConfirm(server)
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to confirm your e-mail' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/sign-in?redirect=${encodeURIComponent(link)}`,
  )
  expect(address()).toBe(link)
})

describe('signed in', () => {
  const session = makeUser({ email: 'mara@example.com', verified: false })
  const openAs = async (server: ReturnType<typeof fakeServer>) => {
    const opened = await renderSection(section, { path: link, server, session, config: { emailVerification: true } })
    await opened.user.click(await screen.findByRole('button', { name: 'Confirm e-mail' }))
    return opened
  }

  test('the account fetches that its address is confirmed, and leads to its files', async () => {
    const confirmed = makeUser({ id: session.id, email: 'mara@example.com' })
    const server = fakeServer().on(verifyEmail, {}).on(currentUser, { data: confirmed })
    const { address, host } = await openAs(server)
    await waitFor(() => expect(address()).toBe('/successfully-verified'))
    expect(await screen.findByRole('link', { name: 'Go to your files' })).toBeInTheDocument()
    await waitFor(() => expect(host.session.get()).toMatchObject({ user: { attributes: { verified: true } } }))
  })

  test('another account is left for that of the link', async () => {
    const server = fakeServer()
      .on(verifyEmail, () => refuse('sign-in-required'))
      .on(signOut, {})
    const { user, address } = await openAs(server)
    expect(await screen.findByText(/^You’re signed in to another account/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Use another account' }))
    await waitFor(() => expect(address()).toBe(`/sign-in?redirect=${encodeURIComponent(link)}`))
  })
})

test('a confirmation that fails for another reason can be tried again', async () => {
  const server = fakeServer().on(verifyEmail, () => refuse('busy'))
  const { user, address } = await openAndConfirm(server)
  expect(await screen.findByText(/The server is busy/)).toBeInTheDocument()
  expect(address()).toBe(link)
  server.on(verifyEmail, {})
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(address()).toBe('/successfully-verified'))
})
