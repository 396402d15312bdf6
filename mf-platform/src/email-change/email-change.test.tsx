import {
  cancelEmailChange,
  confirmEmailChange,
  currentUser,
  type EmailChange,
  requestEmailChange,
  showEmailChange,
} from '@holdall/api'
import { makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const user = makeUser({ email: 'mara@example.com' })
const changeTo = (email: string): EmailChange => ({
  id: user.id,
  type: 'email-change',
  attributes: { email, created_at: '2026-03-01T10:00:00.000Z', expires_at: '2026-03-02T10:00:00.000Z' },
})

async function open(path: string, initial: EmailChange | null = null, config: { emailVerification?: boolean } = {}) {
  const { server } = serverWith([])
  let change = initial
  let email = user.attributes.email
  server.on(currentUser, () => ({ data: makeUser({ ...user.attributes, id: user.id, email }) }))
  server.on(showEmailChange, () => ({ data: change }))
  server.on(requestEmailChange, ({ body }) => ({ data: (change = changeTo(body.email)) }))
  server.on(cancelEmailChange, () => {
    change = null
    return {}
  })
  server.on(confirmEmailChange, ({ body }) => {
    if (body.token !== 'right' || !change) return refuse('link-expired')
    email = change.attributes.email
    change = null
    return {}
  })
  const shown = await renderSection(section, {
    path,
    session: user,
    server,
    config: { emailVerification: true, ...config },
  })
  return { ...shown, server }
}

test('another address is asked for, shown while it is pending, and canceled', async () => {
  const { user: person } = await open('/user/profile')
  await person.click(await screen.findByRole('button', { name: 'Change e-mail address' }))
  await person.type(await screen.findByLabelText('New e-mail address'), 'new@example.com{Enter}')
  expect(await screen.findByText(/Open the link that we sent to/)).toHaveTextContent('new@example.com')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('mara@example.com')
  await person.click(screen.getByRole('button', { name: 'Cancel change' }))
  await waitFor(() => {
    expect(screen.queryByText(/Open the link that we sent to/)).toBeNull()
  })
})

test('a change that was confirmed meanwhile is not shown any more where it could not be canceled', async () => {
  const { user: person, server } = await open('/user/profile', changeTo('new@example.com'))
  const cancel = await screen.findByRole('button', { name: 'Cancel change' })
  server.on(showEmailChange, { data: null }).on(cancelEmailChange, () => refuse('not-found'))
  await person.click(cancel)
  await waitFor(() => {
    expect(screen.queryByText(/Open the link that we sent to/)).toBeNull()
  })
})

test('without a mail server the page says where the link is', async () => {
  await open('/user/profile', changeTo('new@example.com'), { emailVerification: false })
  expect(await screen.findByText(/ask your administrator for the link/)).toBeInTheDocument()
})

test.each([
  ['nobody', 'Enter a valid e-mail address.'],
  ['Mara@Example.com', 'This is already your address.'],
])('%s is not sent', async (entered, message) => {
  const { user: person, server } = await open('/user/profile')
  await person.click(await screen.findByRole('button', { name: 'Change e-mail address' }))
  await person.type(await screen.findByLabelText('New e-mail address'), `${entered}{Enter}`)
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(server.callsOf(requestEmailChange)).toEqual([])
})

test('a refused address is explained at its field', async () => {
  const { user: person, server } = await open('/user/profile')
  server.on(requestEmailChange, () => refuse('disposable-address', { message: 'Use another service.' }))
  await person.click(await screen.findByRole('button', { name: 'Change e-mail address' }))
  await person.type(await screen.findByLabelText('New e-mail address'), 'a@mailinator.com{Enter}')
  expect(await screen.findByText('Use another service.')).toBeInTheDocument()
  expect(screen.getByLabelText('New e-mail address')).toBeInvalid()
})

test('the link of the mail shows both addresses, and confirms with a click', async () => {
  const link = '/user/confirm-email#token=right'
  const { user: person, server, address } = await open(link, changeTo('new@example.com'))
  expect(await screen.findByText(/changes from/)).toHaveTextContent('from mara@example.com to new@example.com')
  // Its token is not left in the history.
  await waitFor(() => {
    expect(address()).toBe('/user/confirm-email')
  })
  expect(server.callsOf(confirmEmailChange)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByRole('heading', { name: 'Your e-mail address was changed' })).toBeInTheDocument()
  // The button that had the focus is gone.
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Your e-mail address was changed/))
  expect(screen.getByText(/sign in with/)).toHaveTextContent('new@example.com')
})

test('says that the server could not confirm, and the link can be tried again', async () => {
  const { user: person, server } = await open('/user/confirm-email#token=right', changeTo('new@example.com'))
  server.on(confirmEmailChange, () => refuse('internal'))
  await person.click(await screen.findByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on the server.')
  expect(screen.getByRole('button', { name: 'Confirm address' })).toBeEnabled()
})

test.each([
  ['one that is refused', '/user/confirm-email#token=wrong', changeTo('new@example.com')],
  ['one of another account', '/user/confirm-email#token=right', null],
  ['one without its token', '/user/confirm-email', changeTo('new@example.com')],
])('a link that is not valid says so: %s', async (_, link, change) => {
  const { user: person } = await open(link, change)
  if (link.endsWith('wrong')) await person.click(await screen.findByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to profile' })).toHaveAttribute('href', '/user/profile')
})
