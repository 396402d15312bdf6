import { type Page, type PageBlock, sendContactMessage, showPage, type User } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { accountMessages } from '../account-messages/account-messages.ts'
import section from '../section.ts'
import { siteMessages } from './site-messages.ts'

// Loads the pages and their messages, which take a while the first time.
beforeAll(async () => {
  const shown = section.routes.filter(({ path }) => ['/', '/page/:slug', '/contact-us'].includes(path))
  await Promise.all([
    ...shown.map(({ page }) => fetchOnce(page)),
    fetchOnce(siteMessages['en-US']),
    fetchOnce(accountMessages['en-US']),
  ])
})

const none = { title: null, description: null }
const homepage = { header: none, features: none, boxes: [none, none, none], getStarted: none, footer: null }
const pages = [
  { slug: 'privacy-policy', title: 'Privacy policy' },
  { slug: 'cookie-policy', title: 'Cookies' },
]

const showHomepage = (config: Record<string, unknown> = {}, session: User | 'anonymous' = 'anonymous') =>
  renderSection(section, {
    path: '/',
    session,
    config: { allowHomepage: true, homepage, pages, ...config },
  })

test('the homepage has all its parts, with texts of the product where the operator has none', async () => {
  await showHomepage({ contact: true })
  expect(await screen.findByRole('heading', { level: 1, name: 'Your files, safe and at hand' })).toBeInTheDocument()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Everything your files need',
    'Ready when you are',
  ])
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(3)
  expect(screen.getAllByRole('link', { name: 'Create an account' })[0]).toHaveAttribute('href', '/sign-up')
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/page/privacy-policy',
    '/page/cookie-policy',
    '/contact-us',
  ])
})

test('leads the signed-in to their files instead of to sign-in and sign-up', async () => {
  const { address, host } = await showHomepage({}, makeUser())
  await screen.findByRole('heading', { level: 1, name: 'Your files, safe and at hand' })
  expect(address()).toBe('/')
  const links = screen.getAllByRole('link', { name: 'My files' })
  // In the bar, at the top and at the end of the page.
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(3).fill(host.navigation.href('Files')))
  expect(screen.queryByRole('link', { name: 'Sign in' })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Create an account' })).not.toBeInTheDocument()
})

test('the operator’s texts take their place, as text', async () => {
  const own = { title: 'Attic <b>files</b>', description: 'For the family' }
  await showHomepage({
    name: 'Attic',
    homepage: { header: own, features: null, boxes: [own, none, none], getStarted: null, footer: 'Run by Ada' },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Attic <b>files</b>' })).toBeInTheDocument()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Attic <b>files</b>',
    'Share with a link',
    'Work together',
  ])
  expect(screen.getByText('Run by Ada')).toBeInTheDocument()
})

test('parts that the operator has turned off are absent, and sign-up where it is closed', async () => {
  await showHomepage({
    allowRegistration: false,
    homepage: { ...homepage, features: null, boxes: null, getStarted: null },
  })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Create an account' })).not.toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Sign in' })).toHaveLength(2)
})

const blocks: PageBlock[] = [
  { kind: 'heading', level: 2, line: [{ text: 'Who' }] },
  {
    kind: 'paragraph',
    line: [
      { text: '<img src=x onerror=alert(1)> ' },
      { text: 'bold', style: ['bold'] },
      { text: 'site', href: 'https://site.example/' },
      { text: 'bad', href: 'javascript:alert(1)' },
      { text: 'other', href: '//evil.example' },
      { text: 'cookies', href: '/page/cookie-policy' },
    ],
  },
  { kind: 'list', level: 0, start: 3, items: [[{ text: 'third' }]] },
  { kind: 'table', head: [[{ text: 'Name' }]], rows: [[[{ text: 'cell' }]]] },
]
const page = (own: Partial<Page['attributes']> = {}): { data: Page } => ({
  data: {
    id: 'privacy-policy',
    type: 'page',
    attributes: { slug: 'privacy-policy', title: 'Privacy policy', content_formatted: blocks, ...own },
  },
})
const openPage = (server: ReturnType<typeof fakeServer>) =>
  renderSection(section, { path: '/page/privacy-policy', session: 'anonymous', server, config: { pages } })

test('a page of the operator is made of elements; only addresses of pages and mail are links', async () => {
  const { container } = await openPage(fakeServer().on(showPage, page()))
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe('Privacy policy – Holdall'))
  const article = within(screen.getByRole('article'))
  expect(article.getByText(/<img src=x onerror=alert\(1\)>/)).toBeInTheDocument()
  expect(container.querySelector('article img')).toBeNull()
  expect(article.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://site.example/',
    '/page/cookie-policy',
  ])
  expect(article.getByRole('link', { name: 'site' })).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(article.getByRole('list')).toHaveAttribute('start', '3')
  expect(article.getByRole('cell', { name: 'cell' })).toBeInTheDocument()
})

test('a page that does not exist says so, and leads to the start page', async () => {
  await openPage(fakeServer().on(showPage, () => refuse('not-found')))
  expect(await screen.findByRole('heading', { level: 1, name: 'This page doesn’t exist' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/')
})

test('a page that could not be loaded can be tried again', async () => {
  const server = fakeServer().on(showPage, () => refuse('busy'))
  const { user } = await openPage(server)
  await screen.findByRole('heading', { level: 1, name: 'Couldn’t load this page' })
  server.on(showPage, page())
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeInTheDocument()
})

const openContact = (server: ReturnType<typeof fakeServer>, contact = true) =>
  renderSection(section, { path: '/contact-us', session: 'anonymous', server, config: { contact, name: 'Attic' } })
const fill = async (user: UserEvent, email = 'sam@example.com') => {
  await user.type(await screen.findByLabelText('E-mail'), email)
  await user.type(screen.getByLabelText('Message'), 'Hello')
}
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send message' }))

test('without a contact address the page says so, and no footer leads to it', async () => {
  await openContact(fakeServer(), false)
  expect(await screen.findByRole('heading', { level: 1, name: 'No contact is set up here' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Contact' })).not.toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('an incomplete message is not sent', async () => {
  const { user, server } = await openContact(fakeServer())
  await screen.findByRole('heading', { level: 1, name: 'Contact us' })
  await send(user)
  expect(await screen.findByText('Write a message')).toBeInTheDocument()
  expect(screen.getByText('Enter your e-mail so that we can reply')).toBeInTheDocument()
  expect(server.calls).toEqual([])
})

test('a message is sent once, and the page says where the answer goes', async () => {
  const server = fakeServer().on(sendContactMessage, { message: 'Sent.' })
  const { user } = await openContact(server)
  await fill(user)
  await send(user)
  const heading = await screen.findByRole('heading', { level: 1, name: 'Message sent' })
  expect(heading).toHaveFocus()
  expect(screen.getByText(/sam@example\.com/)).toBeInTheDocument()
  expect(server.callsOf(sendContactMessage).map(({ body }) => body)).toEqual([
    { email: 'sam@example.com', message: 'Hello' },
  ])
})

test.each([
  ['throttled', /^Too many attempts/],
  ['human-check-failed', 'Couldn’t confirm that you are not a robot. Try again.'],
] as const)('what was written stays when the answer is %s', async (code, text) => {
  const server = fakeServer().on(sendContactMessage, () => refuse(code))
  const { user } = await openContact(server)
  await fill(user)
  await send(user)
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.getByLabelText('Message')).toHaveValue('Hello')
})

test('a message is not sent again while the server wants it to wait', async () => {
  const server = fakeServer().on(sendContactMessage, () => refuse('throttled', { retry_after: 42 }))
  const { user } = await openContact(server)
  await fill(user)
  await send(user)
  expect(await screen.findByText(/Try again in 42 seconds/)).toBeInTheDocument()
  const form = screen.getByLabelText('Message').closest('form') as HTMLFormElement
  await act(async () => {
    fireEvent.submit(form)
  })
  expect(server.callsOf(sendContactMessage)).toHaveLength(1)
})

test('DynamicPage is a named route', async () => {
  const { host } = await showHomepage()
  expect(host.navigation.href('DynamicPage', { slug: 'cookie-policy' })).toBe('/page/cookie-policy')
})
