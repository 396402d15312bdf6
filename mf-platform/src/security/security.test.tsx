import { changePassword, endOtherSessions, endSession, type UserSession, userSessions } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeId, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { accountMessages } from '../account-messages/account-messages.ts'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

// Loads the page that these tests open, and its messages.
beforeAll(async () => {
  await fetchOnce(accountMessages['en-US']!)
  await Promise.all(section.routes.map(({ page }) => fetchOnce(page)))
})

const session = (attributes: Partial<UserSession['attributes']> = {}): UserSession => ({
  id: makeId(),
  type: 'session',
  attributes: {
    browser: 'Firefox',
    system: 'Linux',
    device: 'computer',
    address: '192.0.2.7',
    place: null,
    created_at: '2026-03-01T10:00:00.000Z',
    seen_at: '2026-03-12T10:00:00.000Z',
    current: false,
    ...attributes,
  },
})

async function open(...others: readonly UserSession[]) {
  const { server } = serverWith([])
  let sessions = [session({ current: true }), ...others]
  server.on(userSessions, () => ({ data: sessions }))
  server.on(endSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => id !== params.id)
    return {}
  })
  server.on(endOtherSessions, () => {
    sessions = sessions.slice(0, 1)
    return {}
  })
  const shown = await renderSection(section, { path: '/user/settings/password', server })
  await screen.findByText('This device')
  return { ...shown, server }
}
const field = (name: string) => screen.getByLabelText(name)
const submit = () => screen.getByRole('button', { name: 'Change password' })
const met = () => screen.getAllByText('met').map((mark) => mark.closest('li')?.textContent)

async function fill({ user }: Awaited<ReturnType<typeof open>>, password = 'lake siljan', repeated = password) {
  await user.type(field('Current password'), 'old password')
  await user.type(field('New password'), password)
  await user.type(field('Repeat the new password'), repeated)
}

test('rules are marked as met while they are typed, and the button waits for them', async () => {
  const shown = await open()
  expect(submit()).toBeDisabled()
  await fill(shown, 'lake siljan', 'lake')
  expect(met()).toEqual([expect.stringContaining('At least 8 characters')])
  expect(submit()).toBeDisabled()
  await shown.user.type(field('Repeat the new password'), ' siljan')
  expect(met()).toHaveLength(2)
  expect(submit()).toBeEnabled()
})

test('the password is changed, and the fields are emptied', async () => {
  const shown = await open()
  shown.server.on(changePassword, {})
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByText('Password changed. You’re logged out everywhere else.')).toBeInTheDocument()
  expect(shown.server.callsOf(changePassword).map(({ body }) => body)).toEqual([
    { current: 'old password', password: 'lake siljan', password_confirmation: 'lake siljan' },
  ])
  expect(field('Current password')).toHaveValue('')
})

test('a wrong current password is shown at its field, and what was typed stays', async () => {
  const shown = await open()
  shown.server.on(changePassword, () => refuse('validation', { errors: { current: ['Wrong.'] } }))
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByText('This isn’t your current password.')).toBeInTheDocument()
  expect(field('Current password')).toBeInvalid()
  expect(field('New password')).toHaveValue('lake siljan')
})

test.each([
  ['throttled', 'From the server.'],
  ['demo-read-only', 'From the server.'],
  ['internal', 'Something went wrong on the server. Try again in a moment.'],
] as const)('another refusal is shown above the fields: %s', async (code, message) => {
  const shown = await open()
  shown.server.on(changePassword, () => refuse(code, { message: 'From the server.' }))
  await fill(shown)
  await shown.user.click(submit())
  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('shows browser and system of each session, and does not offer to end this one', async () => {
  await open(
    session({ browser: 'Safari', system: 'iPhone', device: 'phone' }),
    session({ browser: null, system: null, address: '2001:db8::1', place: 'Lund, Sweden' }),
  )
  const rows = within(screen.getByText('This device').closest('ul')!).getAllByRole('listitem')
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([0, 1, 1])
  expect(rows[1]).toHaveTextContent('Safari on iPhone')
  expect(rows[1]).toHaveTextContent('192.0.2.7')
  expect(rows[2]).toHaveTextContent('Unknown device')
  expect(rows[2]).toHaveTextContent('Lund, Sweden (2001:db8::1)')
})

test('one session is ended', async () => {
  const { user, server } = await open(session({ browser: 'Safari', system: 'iPhone' }))
  await user.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }))
  await waitFor(() => {
    expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument()
  })
  expect(server.callsOf(endSession)).toHaveLength(1)
})

test('all others are ended after a confirmation', async () => {
  const { user, server } = await open(session(), session())
  await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(server.callsOf(endOtherSessions)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Log out everywhere else' }))
  await waitFor(() => {
    expect(server.callsOf(endOtherSessions)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).not.toBeInTheDocument()
  })
})

test('none is ended where the question is answered with no', async () => {
  const { user, server } = await open(session())
  await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(server.callsOf(endOtherSessions)).toHaveLength(0)
})

test('sessions that failed to load can be loaded again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(userSessions, () => (isBroken ? refuse('internal') : { data: [session({ current: true })] }))
  const { user } = await renderSection(section, { path: '/user/settings/password', server })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('This device')).toBeInTheDocument()
})

test('a session that could not be ended is reported at once, and the list says that it may be outdated', async () => {
  const { server, user } = await open(session({ browser: 'Safari' }))
  server.on(endSession, () => refuse('internal'))
  server.on(userSessions, () => refuse('internal'))
  await user.click(screen.getByRole('button', { name: /^Log out .?Safari/ }))
  expect(await screen.findByText('Something went wrong')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on the server.')
  expect(screen.getByText('Safari on Linux')).toBeInTheDocument()

  server.on(userSessions, { data: [session({ current: true })] })
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => {
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
  expect(screen.queryByText('Safari on Linux')).not.toBeInTheDocument()
})
