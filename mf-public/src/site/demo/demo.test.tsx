import { currentUser, openDemo } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../../section.ts'
import { siteMessages } from '../site-messages.ts'

beforeAll(async () => {
  await Promise.all([
    ...section.routes.filter(({ path }) => path === '/demo').map(({ page }) => fetchOnce(page)),
    fetchOnce(siteMessages['en-US']),
  ])
})

const show = (offersDemo: boolean, server = fakeServer()) =>
  renderSection(section, { path: '/demo', session: 'anonymous', config: { offersDemo }, server })

test('says what the demo is, and opens it', async () => {
  const server = fakeServer()
    .on(openDemo, {})
    .on(currentUser, () => ({ data: makeUser() }))
  const { user } = await show(true, server)
  expect(await screen.findByRole('heading', { level: 1, name: 'Try the demo' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Open the demo' }))
  await waitFor(() => {
    expect(server.callsOf(openDemo)).toHaveLength(1)
  })
})

test('says why it could not be opened', async () => {
  const { user } = await show(
    true,
    fakeServer().on(openDemo, () => refuse('internal')),
  )
  await user.click(await screen.findByRole('button', { name: 'Open the demo' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
})

test('is not opened again while the server wants it to wait', async () => {
  const server = fakeServer().on(openDemo, () => refuse('throttled', { retry_after: 42 }))
  const { user } = await show(true, server)
  await user.click(await screen.findByRole('button', { name: 'Open the demo' }))
  expect(await screen.findByText(/Try again in 42 seconds/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Open the demo' }))
  expect(server.callsOf(openDemo)).toHaveLength(1)
})

test('says that the browser has kept no session', async () => {
  const server = fakeServer()
    .on(openDemo, {})
    .on(currentUser, () => refuse('unauthenticated'))
  const { user, address } = await show(true, server)
  await user.click(await screen.findByRole('button', { name: 'Open the demo' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(address()).toBe('/demo')
})

test('says that the server offers no demo, and leads to sign-in', async () => {
  const server = fakeServer()
  await show(false, server)
  expect(await screen.findByRole('heading', { level: 1, name: 'No demo here' })).toBeInTheDocument()
  expect(screen.getByText('This server doesn’t offer a demo.')).toBeInTheDocument()
  // In the bar and on the page.
  const links = screen.getAllByRole('link', { name: 'Sign in' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/sign-in', '/sign-in'])
  expect(server.callsOf(openDemo)).toEqual([])
  expect(screen.queryByRole('button', { name: 'Open the demo' })).not.toBeInTheDocument()
})
