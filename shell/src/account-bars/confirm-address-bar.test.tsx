import { confirmOwnAddress, currentUser, type User } from '@holdall/api'
import { fetchOnce, messagesFor } from '@holdall/section'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { AppNavigation } from '../app-navigation/app-navigation.tsx'
import { testSection } from '../testing/test-section.tsx'
import { accountBarMessages } from './account-bar-messages.ts'
import { loadAccountBars } from './account-bars-loader.tsx'

const page = (
  <div data-rail>
    <AppNavigation />
  </div>
)
const id = '01890000-0000-7000-8000-0000000000aa'
const unconfirmed = { id, verified: false } as const
beforeAll(() =>
  Promise.all([fetchOnce(loadAccountBars), fetchOnce(messagesFor({ messages: accountBarMessages }, 'en-US'))]),
)

const region = () => document.querySelector<HTMLElement>('[data-rail] > [role=status]')

async function show(user: User, { emailVerification = true, path = '/user/profile' } = {}) {
  let now = user
  const server = fakeServer().on(currentUser, () => ({ data: now }))
  const config = { emailVerification }
  const shown = await renderSection(testSection({}), { path, server, session: user, before: page, config })
  return { ...shown, server, set: (next: User) => void (now = next) }
}

test('a confirmed address, and one on a server without mail, have no bar', async () => {
  const { unmount } = await show(makeUser({ id }))
  expect(region()).toBeNull()
  unmount()
  await show(makeUser(unconfirmed), { emailVerification: false })
  expect(region()).toBeNull()
})

test('an unconfirmed address has a bar that sends the confirmation, and again', async () => {
  const { server, user } = await show(makeUser(unconfirmed))
  server.on(confirmOwnAddress, {})
  await user.click(await screen.findByRole('button', { name: 'Send confirmation' }))
  await waitFor(() => expect(region()).toHaveTextContent(/We sent a link to mara@example.com/))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(server.callsOf(confirmOwnAddress)).toHaveLength(2))
})

test.each([
  ['throttled', 'Wait a minute.'],
  ['busy', 'Couldn’t send the confirmation. Try again.'],
] as const)('a confirmation refused with %s says so, and can be sent again', async (code, message) => {
  const { server, user } = await show(makeUser(unconfirmed))
  server.on(confirmOwnAddress, () => refuse(code, { message: 'Wait a minute.' }))
  await user.click(await screen.findByRole('button', { name: 'Send confirmation' }))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Send confirmation' })).toBeEnabled()
})

test('the bar leaves once the address is confirmed in another tab, and the one of a restriction stays', async () => {
  const restrictions = { cause: 'administrator', reason: 'An invoice is unpaid.' } as const
  const { set } = await show(makeUser({ ...unconfirmed, restrictions }))
  expect(await screen.findByText('An invoice is unpaid.')).toBeInTheDocument()
  expect(region()).toHaveTextContent(/Confirm your e-mail address mara@example.com/)
  set(makeUser({ id, restrictions }))
  await act(async () => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(region()).not.toHaveTextContent(/Confirm your e-mail address/))
  expect(screen.getByText('An invoice is unpaid.')).toBeInTheDocument()
})
