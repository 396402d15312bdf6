import { beginLink, type LinkedSignIn, linkedSignIns, unlinkSignIn, userSessions } from '@holdall/api'
import { makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const linked = (attributes: Partial<LinkedSignIn['attributes']> = {}): LinkedSignIn => ({
  id: makeId(),
  type: 'linked-sign-in',
  attributes: {
    provider: 'google',
    provider_name: 'Google',
    email: 'ann@example.com',
    usable: true,
    created_at: '2026-03-01T10:00:00.000Z',
    last_used_at: '2026-03-12T10:00:00.000Z',
    ...attributes,
  },
})

const PAGE = '/user/settings/password'

async function open(rows: readonly LinkedSignIn[], { hasPassword = true, isOffered = true, path = PAGE } = {}) {
  const { server } = serverWith([])
  let left = [...rows]
  server.on(userSessions, () => ({ data: [] }))
  server.on(linkedSignIns, () => ({ data: left }))
  server.on(unlinkSignIn, ({ params }) => {
    if (!hasPassword && left.length === 1) return refuse('last-sign-in-method')
    left = left.filter(({ id }) => id !== params.id)
    return {}
  })
  server.on(beginLink, () => refuse('provider-unavailable'))
  const socialLogins = { google: isOffered, facebook: false, github: isOffered, oidc: isOffered ? 'Directory' : null }
  const session = makeUser({ has_password: hasPassword })
  const shown = await renderSection(section, {
    path,
    server,
    session,
    config: { socialLogins },
  })
  return { ...shown, server }
}

test('shows each linked sign-in, and offers the providers that are not linked', async () => {
  await open([
    linked(),
    linked({ provider: 'oidc', provider_name: 'id.old.example', usable: false, email: null, last_used_at: null }),
  ])
  const row = (await screen.findByText('ann@example.com', { exact: false })).closest('li')!
  expect(within(row).getByText('Google')).toBeInTheDocument()
  expect(screen.getByText('Not available')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Link GitHub' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Link Directory' })).toBeInTheDocument()
})

test('is not shown where no provider is offered', async () => {
  await open([], { isOffered: false })
  await screen.findByRole('heading', { name: 'Where you’re signed in' })
  expect(screen.queryByText('Linked sign-ins')).toBeNull()
})

test('says once that a provider was linked, and the address is without it', async () => {
  const directory = linked({ provider: 'oidc', provider_name: 'Directory', last_used_at: null })
  const { address, queryClient } = await open([linked(), directory], { path: `${PAGE}?linked=oidc&from=mail` })
  expect(await screen.findByText(/^.?Directory.? is linked$/)).toBeInTheDocument()
  await waitFor(() => {
    expect(address()).toBe(`${PAGE}?from=mail`)
  })
  await act(() => queryClient.invalidateQueries())
  expect(screen.getAllByText(/is linked$/)).toHaveLength(1)
})

test('does not say that a provider is linked because the address has it', async () => {
  // One of another issuer, from before the operator changed it.
  const old = linked({ provider: 'github', provider_name: 'GitHub', usable: false })
  const { address } = await open([linked(), old], { path: `${PAGE}?linked=github` })
  await waitFor(() => {
    expect(address()).toBe(PAGE)
  })
  expect(screen.queryByText(/is linked$/)).toBeNull()
})

test('says that a provider does not answer', async () => {
  const { user } = await open([])
  await user.click(await screen.findByRole('button', { name: 'Link GitHub' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
})

test('is removed after a question', async () => {
  const { user, server } = await open([linked()])
  await user.click(await screen.findByRole('button', { name: 'Remove Google' }))
  const question = await screen.findByRole('alertdialog')
  expect(server.callsOf(unlinkSignIn)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Remove' }))
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Remove Google' })).toBeNull()
  })
})

test('an account without a password says how to get one', async () => {
  await open([linked()], { hasPassword: false })
  expect(await screen.findByText(/Your account has no password/)).toBeInTheDocument()
})
