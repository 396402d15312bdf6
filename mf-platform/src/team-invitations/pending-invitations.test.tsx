import { acceptInvitation, declineInvitation, ownInvitations, type TeamInvitation } from '@holdall/api'
import { defineSection } from '@holdall/section'
import { fakeServer, makeId, makeTeamInvitation, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import platform from '../section.ts'
import { PendingInvitations } from './pending-invitations.tsx'

/** A page that has nothing but the list, in the messages of the section. */
const section = defineSection({
  id: 'platform',
  version: '1.0.0',
  requires: { shellApi: '^1.0.0' },
  routes: [
    {
      path: '/platform/shared-with-me/:id?',
      access: 'user',
      titleKey: 'locations.home',
      page: () => Promise.resolve(PendingInvitations),
    },
  ],
  namedRoutes: { SharedWithMe: '/platform/shared-with-me/:id?' },
  messages: platform.messages,
})

const folderId = makeId()

/** The list of an account with these invitations, which the server keeps. */
async function open(...first: TeamInvitation[]) {
  const state = { list: first }
  const answer = (id: string, status: 'accepted' | 'declined') => {
    const found = state.list.find((one) => one.id === id)
    if (!found) return refuse('invitation-ended')
    state.list = state.list.filter((one) => one !== found)
    const parentId = status === 'accepted' ? folderId : null
    return { data: { ...found, attributes: { ...found.attributes, status, parent_id: parentId } } }
  }
  const server = fakeServer()
    .on(ownInvitations, () => ({ data: state.list }))
    .on(acceptInvitation, ({ params }) => answer(params.id, 'accepted'))
    .on(declineInvitation, ({ params }) => answer(params.id, 'declined'))
  const shown = await renderSection(section, { path: '/platform/shared-with-me', server })
  await waitFor(() => expect(server.callsOf(ownInvitations)).not.toEqual([]))
  return { ...shown, state }
}
const region = () => screen.findByRole('region', { name: 'Invitations' })
const item = async (name: string) => {
  const found = within(await region())
    .getAllByRole('listitem')
    .find((one) => one.textContent.includes(name))
  if (!found) throw new Error(`No invitation to ${name} is shown.`)
  return within(found)
}
const [spring, autumn] = [
  makeTeamInvitation({ name: 'Spring', permission: 'can_edit' }),
  makeTeamInvitation({ name: 'Autumn', inviter: 'Jonas Weber' }),
]

test('shows who invites to what, and leaves the page with the last one', async () => {
  const { user, host, server } = await open(spring, autumn)
  expect((await item('Spring')).getByText('Priya Raman invited you to “Spring”')).toBeInTheDocument()
  expect((await item('Autumn')).getByText('You’ll be able to view it.')).toBeInTheDocument()
  const told: string[] = []
  host.events.on('teams.changed', () => told.push('teams'), new AbortController().signal)
  await user.click((await item('Spring')).getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('You joined “Spring”')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText(/to “Spring”$/)).toBeNull())
  expect(await region()).toHaveFocus()
  expect(told).toEqual(['teams'])
  await user.click((await item('Autumn')).getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You declined the invitation to “Autumn”')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull())
  expect(server.callsOf(declineInvitation)[0]?.params).toEqual({ id: autumn.id })
})

test('the toast of a folder that was joined opens it', async () => {
  const { user, address } = await open(spring)
  await user.click((await item('Spring')).getByRole('button', { name: 'Accept' }))
  await screen.findByText('You joined “Spring”')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(address()).toBe(`/platform/shared-with-me/${folderId}`)
})

test('shows nothing where there is none, or where they cannot be loaded', async () => {
  const { unmount } = await open()
  expect(screen.queryByRole('region')).toBeNull()
  unmount()
  const server = fakeServer().on(ownInvitations, () => refuse('internal'))
  await renderSection(section, { path: '/platform/shared-with-me', server })
  await waitFor(() => expect(server.callsOf(ownInvitations)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull()
})

test('of many it shows three until all are requested', async () => {
  const { user } = await open(...Array.from({ length: 5 }, (_, n) => makeTeamInvitation({ name: `Team ${String(n)}` })))
  expect(within(await region()).getAllByRole('listitem')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Show all 5' }))
  expect(within(await region()).getAllByRole('listitem')).toHaveLength(5)
})

test('one that has ended says so and leaves the list, and so does one that is withdrawn while it is shown', async () => {
  const { user, host, state } = await open(spring, autumn)
  await item('Spring')
  state.list = [autumn]
  await user.click((await item('Spring')).getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText(/This invitation is no longer valid/)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText(/to “Spring”$/)).toBeNull())
  state.list = []
  act(() => {
    host.events.emit('notifications.changed', {})
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Invitations' })).toBeNull())
})

test('beyond the limit of memberships it can be answered again', async () => {
  const { user, server } = await open(spring)
  server.on(acceptInvitation, () => refuse('too-many-team-folders', { message: 'At most 100.' }))
  await user.click((await item('Spring')).getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('At most 100.')).toBeInTheDocument()
  expect((await item('Spring')).getByRole('button', { name: 'Decline' })).toBeEnabled()
})
