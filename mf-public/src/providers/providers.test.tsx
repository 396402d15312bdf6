import {
  beginSocialSignIn,
  clientConfig,
  confirmPendingLink,
  currentUser,
  type PendingLink,
  pendingLink,
} from '@holdall/api'
import { makeConfig } from '@holdall/api/testing'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../section.ts'

const socialLogins = { google: true, facebook: false, github: true, oidc: 'Directory' }
const show = (path: string, server = fakeServer(), config = {}) =>
  renderSection(section, { path, server, session: 'anonymous', config })

test('only the configured providers are offered, and each is asked where the browser goes', async () => {
  const server = fakeServer().on(beginSocialSignIn, () => refuse('provider-unavailable'))
  const shown = await show('/sign-in?redirect=%2Fuser%2Fprofile', server, { socialLogins })
  expect(await screen.findByRole('button', { name: /Continue with.*Google/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /Continue with.*GitHub/ })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Facebook/ })).toBeNull()
  await shown.user.click(screen.getByRole('button', { name: /Continue with.*Directory/ }))
  expect(
    await screen.findByText('Directory didn’t answer. Try again later, or sign in another way.'),
  ).toBeInTheDocument()
  expect(server.callsOf(beginSocialSignIn)).toMatchObject([
    { params: { provider: 'oidc' }, query: { redirect: '/user/profile' } },
  ])
})

test('while one provider is asked, no other one can be', async () => {
  const server = fakeServer().on(beginSocialSignIn, () => new Promise<never>(() => {}))
  const { user } = await show('/sign-in', server, { socialLogins })
  const button = (name: RegExp) => screen.getByRole('button', { name })
  await user.click(await screen.findByRole('button', { name: /Continue with.*GitHub/ }))
  await waitFor(() => {
    expect(button(/GitHub/)).toHaveAttribute('aria-busy', 'true')
  })
  expect([button(/Google/), button(/Directory/)].map((other) => other.hasAttribute('disabled'))).toEqual([true, true])
  await user.click(button(/Google/))
  await user.click(button(/GitHub/))
  expect(server.callsOf(beginSocialSignIn)).toHaveLength(1)
})

test('without a provider the page has no buttons for them', async () => {
  await show('/sign-in')
  await screen.findByLabelText('E-mail')
  expect(screen.queryByText('or')).toBeNull()
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()
})

test.each([
  ['not-verified', 'google', /Google doesn’t confirm that your e-mail address is yours/],
  ['denied', 'oidc', /You canceled at Directory/],
  ['expired', 'github', /took longer than ten minutes/],
  ['registration-closed', 'google', /sign-up is turned off/],
  ['<script>', 'google', /The response from Google couldn’t be verified/],
  ['denied', 'constructor', /You canceled at the provider/],
])('explains the reason %s of %s', async (reason, provider, text) => {
  const query = new URLSearchParams({ reason, provider }).toString()
  await show(`/sign-in/refused?${query}`, fakeServer(), { socialLogins })
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeInTheDocument()
})

const waiting: PendingLink = {
  id: 'oidc',
  type: 'pending-link',
  attributes: { provider_name: 'Directory', email: 'ann@example.com' },
}
const pending = () => fakeServer().on(pendingLink, () => ({ data: waiting }))

test('the password of the account is asked for before a provider is linked', async () => {
  const server = pending().on(confirmPendingLink, ({ body }) => {
    if (body.password !== 'right') return refuse('bad-credentials')
    server.on(currentUser, () => ({ data: makeUser() }))
    return { two_factor: false }
  })
  const { user } = await show('/sign-in/link?redirect=%2Fsign-in', server, { socialLogins })
  expect(await screen.findByRole('heading', { name: /Link.*Directory.*to your account/ })).toBeInTheDocument()
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('Wrong password. Try again.')).toBeInTheDocument()
  await user.keyboard('right{Enter}')
  await waitFor(() => {
    expect(server.callsOf(confirmPendingLink)).toMatchObject([
      { body: { email: 'ann@example.com', password: 'wrong' } },
      { body: { email: 'ann@example.com', password: 'right' } },
    ])
  })
})

test('after the password an account with a second factor is asked for its code', async () => {
  const server = pending()
    .on(confirmPendingLink, { two_factor: true })
    .on(clientConfig, makeConfig({ isAuthenticated: false, secondFactorPending: true }))
  const { user, address } = await show('/sign-in/link?redirect=%2Fplatform%2Ftrash', server, { socialLogins })
  await user.type(await screen.findByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByLabelText('Code')).toBeInTheDocument()
  expect(address()).toBe('/sign-in/two-factor?redirect=%2Fplatform%2Ftrash')
  expect(server.callsOf(currentUser)).toEqual([])
})

test('providers are offered on the page of sign-up too, and the requested page is kept', async () => {
  const server = fakeServer().on(beginSocialSignIn, () => refuse('provider-unavailable'))
  const shown = await show('/sign-up?redirect=%2Fuser%2Fprofile', server, { socialLogins, registration: 'open' })
  await shown.user.click(await screen.findByRole('button', { name: /Continue with.*GitHub/ }))
  await screen.findByText(/GitHub didn’t answer/)
  expect(server.callsOf(beginSocialSignIn)).toMatchObject([
    { params: { provider: 'github' }, query: { redirect: '/user/profile' } },
  ])
})

test('where nobody can sign up, the page of sign-up offers no provider', async () => {
  await show('/sign-up', fakeServer(), { socialLogins, registration: 'closed' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()
})

test('what waited too long leads back to sign-in', async () => {
  await show(
    '/sign-in/link',
    fakeServer().on(pendingLink, () => refuse('link-expired')),
  )
  expect(await screen.findByText('This took too long')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeInTheDocument()
})
