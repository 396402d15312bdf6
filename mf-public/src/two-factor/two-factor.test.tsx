import { answerChallenge, clientConfig, currentUser, signIn, signOut } from '@holdall/api'
import { makeConfig } from '@holdall/api/testing'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import section from '../section.ts'

const path = '/sign-in/two-factor?redirect=%2Fplatform%2Ftrash'
async function open({ isPending = true } = {}) {
  const server = fakeServer().on(clientConfig, makeConfig({ isAuthenticated: false, secondFactorPending: isPending }))
  const shown = await renderSection(section, { path, server, session: 'anonymous' })
  return { ...shown, server }
}

test('the password of an account with a second factor leads to the code', async () => {
  const server = fakeServer()
    .on(signIn, { two_factor: true })
    .on(clientConfig, makeConfig({ isAuthenticated: false, secondFactorPending: true }))
  const shown = await renderSection(section, {
    path: '/sign-in?redirect=%2Fplatform%2Ftrash',
    server,
    session: 'anonymous',
  })
  await shown.user.type(await screen.findByLabelText('E-mail'), 'mara@example.com{Enter}')
  await shown.user.type(await screen.findByLabelText('Password'), 'quiet rivers run deep{Enter}')
  await waitFor(() => {
    expect(shown.address()).toBe(path)
  })
  expect(server.callsOf(currentUser)).toEqual([])
})

test('a code completes the sign-in, and the requested page is kept', async () => {
  const { user, server, host, address } = await open()
  server.on(answerChallenge, {}).on(currentUser, { data: makeUser() })
  const field = await screen.findByLabelText('Code')
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  await user.type(field, '123 456{Enter}')
  await waitFor(() => {
    expect(host.session.get().state).toBe('signed-in')
  })
  expect(server.callsOf(answerChallenge).map(({ body }) => body)).toEqual([{ code: '123 456' }])
  await waitFor(() => {
    expect(address()).toBe('/sign-in?redirect=%2Fplatform%2Ftrash')
  })
})

test('a sign-in that was completed in another tab is completed here too', async () => {
  const { user, server, host } = await open()
  server.on(answerChallenge, () => refuse('forbidden')).on(currentUser, { data: makeUser() })
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
  await waitFor(() => {
    expect(host.session.get().state).toBe('signed-in')
  })
})

test('a recovery code can be used in its place', async () => {
  const { user, server, host } = await open()
  server.on(answerChallenge, {}).on(currentUser, { data: makeUser() })
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), '7f3k-0vxz-m2dq-9pta{Enter}')
  await waitFor(() => {
    expect(host.session.get().state).toBe('signed-in')
  })
  expect(server.callsOf(answerChallenge).map(({ body }) => body)).toEqual([{ recovery_code: '7f3k-0vxz-m2dq-9pta' }])
})

test('a wrong code is shown at its field and selected', async () => {
  const { user, server } = await open()
  server.on(answerChallenge, () => refuse('validation', { errors: { code: ['Wrong.'] } }))
  const field = await screen.findByLabelText('Code')
  await user.type(field, '000000{Enter}')
  expect(await screen.findByText(/This code isn’t right or was already used/)).toBeInTheDocument()
  await user.keyboard('1')
  expect(field).toHaveValue('1')
})

test('too many wrong codes are said above the field', async () => {
  const { user, server } = await open()
  server.on(answerChallenge, () => refuse('throttled', { retry_after: 42 }))
  await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
  expect(await screen.findByText(/Too many attempts. Try again in 42 seconds/)).toBeInTheDocument()
  await user.type(screen.getByLabelText('Code'), '{Enter}')
  // As password managers do, which know no button.
  const form = screen.getByLabelText('Code').closest('form') as HTMLFormElement
  await act(async () => {
    fireEvent.submit(form)
  })
  expect(server.callsOf(answerChallenge)).toHaveLength(1)
})

test('a wrong code and a missing one are no errors of the recovery code', async () => {
  const { user, server } = await open()
  server.on(answerChallenge, () => refuse('validation', { errors: { code: ['Wrong.'] } }))
  const field = await screen.findByLabelText('Code')
  await user.type(field, '000000{Enter}')
  await waitFor(() => expect(field).toBeInvalid())
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect(screen.getByLabelText('Recovery code')).toBeValid()
  await user.type(screen.getByLabelText('Recovery code'), '{Enter}')
  expect(screen.getByLabelText('Recovery code')).toBeInvalid()
  await user.click(screen.getByRole('button', { name: /authenticator app/ }))
  expect(screen.getByLabelText('Code')).toBeValid()
})

test('a session that waited too long is explained, and leads to sign-in', async () => {
  const { user, server } = await open()
  server.on(answerChallenge, () => refuse('unauthenticated'))
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByRole('heading', { name: 'Sign in again' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute(
    'href',
    '/sign-in?redirect=%2Fplatform%2Ftrash',
  )
})

test('without a session that awaits its second factor the page says so at once', async () => {
  await open({ isPending: false })
  expect(await screen.findByRole('link', { name: 'Back to sign-in' })).toBeInTheDocument()
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument()
})

test('canceling ends the session and leads to sign-in', async () => {
  const { user, server, address } = await open()
  server.on(signOut, {})
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => {
    expect(address()).toBe('/sign-in?redirect=%2Fplatform%2Ftrash')
  })
  expect(server.callsOf(signOut)).toHaveLength(1)
})

test('canceling leads to sign-in also where the server does not answer', async () => {
  const { user, server, address } = await open()
  server.on(signOut, () => refuse('internal'))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => {
    expect(address()).toBe('/sign-in?redirect=%2Fplatform%2Ftrash')
  })
})
