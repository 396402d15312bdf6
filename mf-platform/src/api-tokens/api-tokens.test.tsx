import { apiTokens, createApiToken, type ApiToken, removeApiToken, tokenScopes, userSessions } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeId, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { accountMessages } from '../account-messages/account-messages.ts'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

// Loads the page that these tests open, and its messages.
beforeAll(async () => {
  await fetchOnce(accountMessages['en-US']!)
  await Promise.all(section.routes.map(({ page }) => fetchOnce(page)))
})

const plain = `holdall_${'a'.repeat(43)}`
const token = (attributes: Partial<ApiToken['attributes']> = {}): ApiToken => ({
  id: makeId(),
  type: 'api-token',
  attributes: {
    name: 'Backup script',
    scopes: ['files:read', 'files:write'],
    prefix: 'holdall_x7Qe',
    created_at: '2026-03-01T10:00:00.000Z',
    expires_at: null,
    expired: false,
    last_used_at: null,
    ...attributes,
  },
})

async function open(...before: readonly ApiToken[]) {
  const { server } = serverWith([])
  let tokens = [...before]
  server.on(userSessions, { data: [] })
  server.on(apiTokens, () => ({ data: tokens }))
  server.on(createApiToken, ({ body }) => {
    const data = token({ name: body.name, prefix: plain.slice(0, 12), expires_at: body.expires_at ?? null })
    tokens = [data, ...tokens]
    const { name, created_at, expires_at, last_used_at } = data.attributes
    return { data, plainTextToken: plain, accessToken: { id: data.id, name, created_at, expires_at, last_used_at } }
  })
  server.on(removeApiToken, ({ params }) => {
    tokens = tokens.filter(({ id }) => id !== params.id)
    return {}
  })
  const shown = await renderSection(section, { path: '/user/settings/password', server })
  await screen.findByText('Create token')
  return { ...shown, server }
}

test('shows what each token may do, when it was used, and which has expired', async () => {
  await open(
    token({ last_used_at: '2026-03-12T10:00:00.000Z' }),
    token({ name: 'Old', expires_at: '2026-03-02T10:00:00.000Z', expired: true }),
  )
  const rows = within(screen.getByText('Backup script').closest('ul')!).getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('holdall_x7Qe…')
  expect(rows[0]).toHaveTextContent('See and download files and Upload, change and delete files')
  expect(rows[0]).toHaveTextContent('Doesn’t expire')
  expect(rows[0]).not.toHaveTextContent('Not used yet')
  expect(rows[0]).not.toHaveTextContent('Expired')
  expect(rows[1]).toHaveTextContent('Not used yet')
  expect(within(rows[1]!).getByText('Expired')).toBeInTheDocument()
})

test('a token with all scopes has all permissions, in few words', async () => {
  await open(token({ scopes: [...tokenScopes] }))
  const row = screen.getByText('Backup script').closest('li')!
  expect(row).toHaveTextContent('All permissions')
  expect(row).not.toHaveTextContent('See and download files')
  expect(within(row).queryByRole('button', { name: /more permissions/ })).toBeNull()
})

test('a token with many scopes shows two of them, and the others with the keyboard', async () => {
  const { user } = await open(
    token({ scopes: tokenScopes.slice(0, 3), name: 'Short' }),
    token({ scopes: tokenScopes.slice(1) }),
  )
  const short = screen.getByText('Short').closest('li')!
  expect(short).toHaveTextContent('See and download files, Upload, change and delete files, and Manage public links')
  expect(within(short).getAllByRole('button')).toHaveLength(1)
  const row = screen.getByText('Backup script').closest('li')!
  expect(row).toHaveTextContent('Upload, change and delete files, Manage public links, and 5 more')
  expect(row).not.toHaveTextContent('Change your settings and picture')
  const more = within(row).getByRole('button', { name: /^5 more permissions of .*Backup script/ })
  expect(more).toHaveAttribute('aria-expanded', 'false')
  more.focus()
  await user.keyboard('{Enter}')
  expect(row).toHaveTextContent('Change your settings and picture')
  const fewer = within(row).getByRole('button', { name: /^Show fewer permissions of / })
  expect(fewer).toHaveFocus()
  expect(fewer).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard(' ')
  expect(row).not.toHaveTextContent('Change your settings and picture')
  expect(within(row).getByRole('button', { name: /^5 more/ })).toHaveFocus()
})

test('a token is created with the chosen scopes and expiry, and shown once', async () => {
  // Ninety days before the end.
  jest.useFakeTimers({ advanceTimers: true, now: new Date('2096-01-01T12:00:00Z') })
  const { user, server } = await open()
  expect(screen.getByText('No tokens yet.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const create = screen.getByRole('button', { name: 'Create token' })
  expect(create).toBeDisabled()
  await user.type(screen.getByLabelText('Name'), ' Backup ')
  await user.click(screen.getByRole('checkbox', { name: 'Manage team folders' }))
  await user.click(create)
  expect(await screen.findByDisplayValue(plain)).toBeInTheDocument()
  expect(screen.getByText('Copy the token now. It isn’t shown again.')).toBeInTheDocument()
  const { name, scopes, expires_at } = server.callsOf(createApiToken)[0]!.body
  expect(name).toBe('Backup')
  expect(scopes).toEqual(tokenScopes.filter((scope) => scope !== 'teams'))
  expect(expires_at).toMatch(/^2096-03-31T12:00:/)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(plain)).not.toBeInTheDocument()
  expect(screen.getByText('Backup')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Create token' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Create token' })).toHaveFocus()
})

test('a token is created once, also where the form is sent again before the answer', async () => {
  const { user, server } = await open()
  server.on(createApiToken, () => new Promise<never>(() => {}))
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await user.type(screen.getByLabelText('Name'), 'Backup{Enter}')
  await waitFor(() => {
    expect(server.callsOf(createApiToken)).toHaveLength(1)
  })
  await act(async () => {
    fireEvent.submit(screen.getByRole('form', { name: 'Create token' }))
  })
  expect(server.callsOf(createApiToken)).toHaveLength(1)
})

test('a token without scopes cannot be created', async () => {
  const { user, server } = await open()
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await user.type(screen.getByLabelText('Name'), 'Backup')
  expect(screen.getByRole('button', { name: 'Create token' })).toBeEnabled()
  for (const scope of screen.getAllByRole('checkbox')) await user.click(scope)
  expect(screen.getByRole('button', { name: 'Create token' })).toBeDisabled()
  await user.type(screen.getByLabelText('Name'), '{Enter}')
  expect(server.callsOf(createApiToken)).toEqual([])
})

test('a date that is missing or past is refused at its field, and nothing is sent', async () => {
  const { user, server } = await open()
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await user.type(screen.getByLabelText('Name'), 'Backup')
  await user.click(screen.getByRole('combobox', { name: 'Expires' }))
  await user.click(await screen.findByRole('option', { name: 'On a date' }))
  await user.type(screen.getByLabelText('Last day'), '2020-01-31')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText('Choose a date in the future.')).toBeInTheDocument()
  expect(server.callsOf(createApiToken)).toEqual([])
})

test('a refusal is shown above the fields, which keep what was typed', async () => {
  const { user, server } = await open()
  server.on(createApiToken, () => refuse('too-many-tokens', { message: 'You can have up to 50 API tokens.' }))
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await user.type(screen.getByLabelText('Name'), 'Backup')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText('You can have up to 50 API tokens.')).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveValue('Backup')
})

test('the password is asked for where it was given long ago, and the form stays when that is dismissed', async () => {
  const { user, server } = await open()
  server.on(createApiToken, () => refuse('confirmation-required'))
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await user.type(screen.getByLabelText('Name'), 'Backup')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByLabelText('Name')).toHaveValue('Backup')
  expect(screen.queryByText(/Something went wrong/)).not.toBeInTheDocument()
})

test('a token is removed after a question', async () => {
  const { user, server } = await open(token())
  await user.click(screen.getByRole('button', { name: /^Remove / }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(server.callsOf(removeApiToken)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No tokens yet.')).toBeInTheDocument()
})

test('tokens that failed to load can be loaded again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(userSessions, { data: [] })
  server.on(apiTokens, () => (isBroken ? refuse('internal') : { data: [token()] }))
  const { user } = await renderSection(section, { path: '/user/settings/password', server })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  await waitFor(() => {
    expect(screen.getByText('Backup script')).toBeInTheDocument()
  })
})
