import { currentUser, type User } from '@holdall/api'
import { fetchOnce, messagesFor } from '@holdall/section'
import { fakeServer, makeUser, renderSection } from '@holdall/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { AppNavigation } from '../app-navigation/app-navigation.tsx'
import { accountBarMessages } from './account-bar-messages.ts'
import { loadAccountBars } from './account-bars-loader.tsx'
import { testSection } from '../testing/test-section.tsx'

const page = (
  <div data-rail>
    <AppNavigation />
  </div>
)
const full = { canUpload: false, cause: 'storage', reason: 'Your storage is full.' } as const
const blocked = { canDownload: false, cause: 'administrator', reason: 'An invoice is unpaid.' } as const
const id = '01890000-0000-7000-8000-0000000000aa'

beforeAll(() =>
  Promise.all([fetchOnce(loadAccountBars), fetchOnce(messagesFor({ messages: accountBarMessages }, 'en-US'))]),
)

/** The announced place above the page. */
const bar = () => document.querySelector<HTMLElement>('[data-rail] > [role=status]')

async function show(user: User, { contact = false }: { contact?: boolean } = {}) {
  let now = user
  const server = fakeServer().on(currentUser, () => ({ data: now }))
  const { routes, ...parts } = testSection({ namedRoutes: { Storage: '/user/settings/storage' } })
  const contactPage = { path: '/contact-us', access: 'anyone', titleKey: 'share', page: routes[0]!.page } as const
  const section = { ...parts, routes: [...routes, contactPage] }
  const options = { path: '/user/profile', server, session: user, before: page, config: { contact } }
  const shown = await renderSection(section, options)
  return { ...shown, server, set: (next: User) => void (now = next) }
}

test('an account that is not restricted has no bar', async () => {
  const { container } = await show(makeUser({ id }))
  expect(bar()).toBeNull()
  expect(container.querySelector('[data-rail]')?.firstElementChild?.tagName).toBe('NAV')
})

test('a full storage is reported above the page, with a link to its page', async () => {
  const { container } = await show(makeUser({ id, restrictions: full }))
  expect(bar()).toContainElement(await screen.findByText('Your storage is full.'))
  const link = screen.getByRole('link', { name: 'Manage storage' })
  expect(link).toHaveAttribute('href', '/user/settings/storage')
  expect(container.querySelector('[data-rail]')?.firstElementChild).toBe(bar())
})

test('the reason of an administrator is told as it is, without a link', async () => {
  await show(makeUser({ id, restrictions: { ...blocked, reason: '<b>Unpaid</b> {name}' } }))
  expect(await screen.findByText('<b>Unpaid</b> {name}')).toBeInTheDocument()
  expect(bar()?.querySelector('a')).toBeNull()
})

test('where the operator has a contact address, what an administrator has taken away links to the contact page', async () => {
  await show(makeUser({ id, restrictions: blocked }), { contact: true })
  expect(await screen.findByText('An invoice is unpaid.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Contact the administrator' })).toHaveAttribute('href', '/contact-us')
})

test('the bar comes and goes with the account, without a reload', async () => {
  const { host, server, set } = await show(makeUser({ id }))
  set(makeUser({ id, restrictions: blocked }))
  await act(async () => void (await host.session.refresh()))
  expect(await screen.findByText('An invoice is unpaid.')).toBeInTheDocument()

  set(makeUser({ id, restrictions: full }))
  await act(async () => void (await host.session.refresh()))
  expect(await screen.findByText('Your storage is full.')).toBeInTheDocument()
  expect(screen.queryByText('An invoice is unpaid.')).not.toBeInTheDocument()

  // The page that gets the focus asks again.
  set(makeUser({ id }))
  const before = server.callsOf(currentUser).length
  await act(async () => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(bar()).toBeNull())
  expect(server.callsOf(currentUser)).toHaveLength(before + 1)
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(server.callsOf(currentUser)).toHaveLength(before + 1)
})

test('a visible page asks every minute whether the account is still restricted', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  try {
    const { server } = await show(makeUser({ id, restrictions: blocked }))
    await screen.findByText('An invoice is unpaid.')
    const before = server.callsOf(currentUser).length
    act(() => {
      jest.advanceTimersByTime(60_000)
    })
    await waitFor(() => expect(server.callsOf(currentUser)).toHaveLength(before + 1))
  } finally {
    jest.useRealTimers()
  }
})
