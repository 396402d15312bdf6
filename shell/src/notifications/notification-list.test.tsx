import {
  acceptInvitation,
  browseNotifications,
  clearNotifications,
  declineInvitation,
  type Notification,
  readNotifications,
  removeNotification,
} from '@holdall/api'
import { type Handler, makeNotification, makeTeamInvitation, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { AppNavigation } from '../app-navigation/app-navigation.tsx'
import { testSection } from '../testing/test-section.tsx'
import { notificationServer } from './testing/notification-server.ts'

const DAY_MS = 86_400_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const { routes, namedRoutes } = testSection()
/** With the page of shared folders, which toasts of invitations lead to. */
const withSharedWithMe = {
  routes: [...routes, { ...routes[0]!, path: '/platform/shared-with-me/:id?' }],
  namedRoutes: { ...namedRoutes, SharedWithMe: '/platform/shared-with-me/:id?' },
}

/** The page with an open centre. */
async function open(items: readonly Notification[], options: { perPage?: number } = {}) {
  const { server, list, set } = notificationServer(items, options)
  const shown = await renderSection(testSection(withSharedWithMe), {
    path: '/platform/files',
    before: <AppNavigation />,
    server,
    session: makeUser({ unreadNotifications: items.filter(({ attributes }) => attributes.read_at === null) }),
  })
  const openCentre = async () => {
    await shown.user.click(screen.getByRole('button', { name: /^Notifications/ }))
    return screen.findByRole('dialog', { name: 'Notifications' })
  }
  return { ...shown, centre: await openCentre(), openCentre, list, set }
}
const item = (title: string) => screen.findByRole('article', { name: title })
const titles = () => screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent)

test('shows the newest first, by day, with title, description and time', async () => {
  await open([
    makeNotification({ title: 'First', description: 'Of now' }),
    makeNotification({ title: 'Second', created_at: ago(5 * 60_000) }),
    makeNotification({ title: 'Third', created_at: '2026-01-02T10:00:00.000Z', read_at: ago(0) }),
  ])
  expect(await item('First')).toHaveTextContent('FirstOf nowJust now')
  expect(titles()).toEqual(['First', 'Second', 'Third'])
  expect(await item('Third')).toHaveTextContent('Jan 2, 2026')
  expect(screen.getByRole('heading', { name: 'Today' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Earlier' })).toBeInTheDocument()
})

test('times are those of the account’s time zone', async () => {
  const { server } = notificationServer([makeNotification({ title: 'New', created_at: '2026-01-02T23:30:00.000Z' })])
  const session = makeUser({ settings: { timezone: 'Pacific/Auckland' } })
  const { host } = await renderSection(testSection(), { path: '/platform/files', server, session })
  act(() => {
    host.notifications.open()
  })
  expect(await item('New')).toHaveTextContent('Jan 3, 2026, 12:30')
})

/** Milliseconds of the timers from now on. No mock: Testing Library takes one for a fake clock. */
function watchedDelays(): readonly unknown[] {
  const delays: unknown[] = []
  const { setTimeout } = window
  window.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
    delays.push(args[1])
    return setTimeout(...args)
  }, setTimeout)
  restoreTimers = () => {
    window.setTimeout = setTimeout
  }
  return delays
}
let restoreTimers = () => {}
afterEach(() => {
  restoreTimers()
})

test('an unread one is counted at the bell, highlighted for a second, and all are read once they are shown', async () => {
  const delays = watchedDelays()
  const { server, host } = await open([
    makeNotification({ title: 'New' }),
    makeNotification({ title: 'Old', read_at: ago(0) }),
  ])
  const highlighted = await item('New')
  expect(highlighted).toHaveAttribute('data-new')
  expect(await item('Old')).not.toHaveAttribute('data-new')
  await waitFor(() => {
    expect(server.callsOf(readNotifications)).toHaveLength(1)
  })
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument()
  expect(host.notifications.unread.get()).toBe(0)
  expect(delays).toContain(1000)
  await waitFor(() => {
    expect(highlighted).not.toHaveAttribute('data-new')
  })
})

test('the number of unread ones is known with the page, before anything is fetched', async () => {
  const { server } = notificationServer([])
  const session = makeUser({ unreadNotifications: [makeNotification(), makeNotification()] })
  await renderSection(testSection(), { path: '/platform/files', before: <AppNavigation />, server, session })
  expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeInTheDocument()
  expect(server.callsOf(browseNotifications)).toEqual([])
})

test('a failure is shown with Retry, and nothing is marked as read', async () => {
  const { server } = notificationServer([])
  server.on(browseNotifications, () => refuse('internal'))
  const { user } = await renderSection(testSection(), { path: '/platform/files', before: <AppNavigation />, server })
  await user.click(screen.getByRole('button', { name: 'Notifications' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load your notifications')
  expect(server.callsOf(readNotifications)).toEqual([])
  server.on(browseNotifications, {
    data: [makeNotification({ title: 'New', read_at: ago(0) })],
    meta: { unread: 0, paginate: { currentPage: 1, lastPage: 1, perPage: 50, from: 1, to: 1, total: 1 } },
  })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await item('New')).toBeInTheDocument()
})

test('further pages follow on demand', async () => {
  const { user } = await open(
    [1, 2, 3].map((n) => makeNotification({ title: `N${n}`, created_at: ago(n * 1000) })),
    { perPage: 2 },
  )
  await item('N1')
  expect(titles()).toEqual(['N1', 'N2'])
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await item('N3')
  expect(titles()).toEqual(['N1', 'N2', 'N3'])
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
  })
})

test('Clear all removes all, and the focus stays in the centre', async () => {
  const { user, centre, server, list } = await open([makeNotification(), makeNotification()])
  await user.click(await screen.findByRole('button', { name: 'Clear all' }))
  expect(await screen.findByText('No notifications')).toBeInTheDocument()
  expect(server.callsOf(clearNotifications)).toHaveLength(1)
  expect(list()).toEqual([])
  expect(centre).toContainElement(document.activeElement as HTMLElement)
  expect(screen.queryByRole('button', { name: 'Clear all' })).not.toBeInTheDocument()
})

test('what could not be removed returns, with a message', async () => {
  const { user, server } = await open([makeNotification({ title: 'Stays' })])
  server.on(removeNotification, () => refuse('internal'))
  await item('Stays')
  await user.click(screen.getByRole('button', { name: 'Remove “Stays”' }))
  expect(await screen.findByText(/^Couldn’t remove this/)).toBeInTheDocument()
  expect(await item('Stays')).toBeInTheDocument()
})

test('one that another tab has removed is just gone', async () => {
  const { user, set } = await open([makeNotification({ title: 'Gone' })])
  await item('Gone')
  set([])
  await user.click(screen.getByRole('button', { name: 'Remove “Gone”' }))
  expect(await screen.findByText('No notifications')).toBeInTheDocument()
  expect(screen.queryByText(/^Couldn’t remove this/)).not.toBeInTheDocument()
})

test('arrows move between the items, Delete removes one and moves to the next', async () => {
  const { user, centre } = await open(
    ['A', 'B', 'C'].map((title, n) => makeNotification({ title, created_at: ago(n * 1000) })),
  )
  await item('A')
  expect(centre).toHaveFocus()
  await user.tab()
  await user.tab()
  await user.tab()
  expect(await item('A')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(await item('B')).toHaveFocus()
  await user.keyboard('{End}')
  expect(await item('C')).toHaveFocus()
  await user.keyboard('{ArrowDown}{Home}{ArrowUp}')
  expect(await item('A')).toHaveFocus()
  await user.keyboard('{Delete}')
  expect(await item('B')).toHaveFocus()
  await waitFor(() => {
    expect(titles()).toEqual(['B', 'C'])
  })
  await user.keyboard('{End}{Delete}')
  expect(await item('B')).toHaveFocus()
  await user.keyboard('{Delete}')
  expect(await screen.findByText('No notifications')).toBeInTheDocument()
  expect(centre).toContainElement(document.activeElement as HTMLElement)
})

test('an action of type route goes to the named route with its id and closes the centre, by Enter too', async () => {
  const action = {
    type: 'route',
    params: { route: 'Files', id: '01890000-0000-7000-8000-000000000001', button: 'Show files' },
  } as const
  const { user, address, centre, openCentre, list } = await open([makeNotification({ title: 'Done', action })])
  await item('Done')
  await user.click(screen.getByRole('link', { name: 'Show files' }))
  await waitFor(() => {
    expect(address()).toBe('/platform/files/01890000-0000-7000-8000-000000000001')
  })
  expect(centre).not.toBeInTheDocument()
  // Also where the page is shown already.
  const again = await openCentre()
  ;(await item('Done')).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => {
    expect(again).not.toBeInTheDocument()
  })
  expect(list()).toHaveLength(1)
})

test('an action of type url is a link, to a new tab without access to this one where it says so', async () => {
  const url = (target: 'blank' | null, address: string): Notification['attributes']['action'] => ({
    type: 'url',
    params: { url: address, target, button: address },
  })
  await open([
    makeNotification({ action: url('blank', 'https://example.com/a') }),
    makeNotification({ action: url(null, 'https://example.com/b') }),
  ])
  const blank = await screen.findByRole('link', { name: 'https://example.com/a' })
  expect(blank).toHaveAttribute('href', 'https://example.com/a')
  expect(blank).toHaveAttribute('target', '_blank')
  expect(blank).toHaveAttribute('rel', 'noopener noreferrer')
  const same = screen.getByRole('link', { name: 'https://example.com/b' })
  expect(same).toHaveAttribute('href', 'https://example.com/b')
  expect(same).not.toHaveAttribute('target')
})

const invitationId = '01890000-0000-7000-8000-000000000001'
const invited = () =>
  makeNotification({
    title: 'Invitation',
    description: 'Priya Raman invited you to “Spring”.',
    category: 'team-invitation',
    action: { type: 'invitation', params: { id: invitationId } },
  })
const folderId = '01890000-0000-7000-8000-000000000002'
/** The centre with an invitation, whose answer waits for `release`. */
async function openInvited(answer: (wait: Promise<void>) => FakeServerAnswers) {
  const shown = await open([invited()])
  let release = () => {}
  const wait = new Promise<void>((resolve) => {
    release = resolve
  })
  const { accept, decline } = answer(wait)
  if (accept) shown.server.on(acceptInvitation, accept)
  if (decline) shown.server.on(declineInvitation, decline)
  const article = within(await item('Invitation'))
  const button = (name: string) => article.getByRole('button', { name })
  /** As the server does: the action is cleared. */
  const end = () => {
    shown.set(shown.list().map((one) => ({ ...one, attributes: { ...one.attributes, action: null } })))
  }
  return { ...shown, article, button, release, end }
}
interface FakeServerAnswers {
  readonly accept?: Handler<typeof acceptInvitation>
  readonly decline?: Handler<typeof declineInvitation>
}

test('an invitation is accepted: a spinner, both buttons blocked, then no buttons and a toast', async () => {
  const { user, server, host, address, article, button, release, end } = await openInvited((wait) => ({
    accept: async () => {
      await wait
      end()
      return { data: makeTeamInvitation({ id: invitationId, name: 'Spring', status: 'accepted', parent_id: folderId }) }
    },
  }))
  const told: string[] = []
  host.events.on('teams.changed', () => told.push('teams'), new AbortController().signal)
  await user.click(button('Accept'))
  await waitFor(() => {
    expect(button('Accept')).toHaveAttribute('aria-busy', 'true')
  })
  expect(button('Decline')).toBeDisabled()
  await user.click(button('Accept'))
  release()
  expect(await screen.findByText('You joined “Spring”')).toBeInTheDocument()
  expect(article.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(await item('Invitation')).toHaveFocus()
  expect(server.callsOf(acceptInvitation)).toEqual([{ params: { id: invitationId }, query: {}, body: {} }])
  expect(told).toEqual(['teams'])
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => {
    expect(address()).toBe(`/platform/shared-with-me/${folderId}`)
  })
})

test('an invitation is declined', async () => {
  const { user, article, button, end } = await openInvited(() => ({
    decline: () => {
      end()
      return { data: makeTeamInvitation({ id: invitationId, name: 'Spring', status: 'declined' }) }
    },
  }))
  await user.click(button('Decline'))
  expect(await screen.findByText('You declined the invitation to “Spring”')).toBeInTheDocument()
  expect(article.queryByRole('button', { name: 'Decline' })).toBeNull()
})

test.each([
  ['network failure', () => refuse('internal'), /^Couldn’t answer the invitation/],
  ['limit', () => refuse('too-many-team-folders', { message: 'At most 100.' }), 'At most 100.'],
  ['throttle', () => refuse('throttled'), /^Too many attempts/],
] as const)('after a %s an invitation can be answered again', async (_name, answer, message) => {
  const { user, button } = await openInvited(() => ({ accept: answer }))
  await user.click(button('Accept'))
  expect(await screen.findByText(message)).toBeInTheDocument()
  await waitFor(() => {
    expect(button('Accept')).not.toHaveAttribute('aria-busy')
  })
  expect(button('Decline')).toBeEnabled()
})

test.each([
  ['invitation-ended', /no longer valid/],
  ['not-found', /no longer valid/],
  ['invitation-used', /already answered/],
] as const)('an invitation that is refused with %s has no buttons any more', async (code, message) => {
  const { user, article, button, end } = await openInvited(() => ({
    decline: () => {
      end()
      return refuse(code)
    },
  }))
  await user.click(button('Decline'))
  expect(await screen.findByText(message)).toBeInTheDocument()
  await waitFor(() => {
    expect(article.queryByRole('button', { name: 'Decline' })).toBeNull()
  })
})

test('an invitation that is withdrawn while it is shown loses its buttons', async () => {
  const { host, article, button, end } = await openInvited(() => ({}))
  expect(button('Accept')).toBeInTheDocument()
  end()
  act(() => {
    host.events.emit('notifications.changed', {})
  })
  await waitFor(() => {
    expect(article.queryByRole('button', { name: 'Accept' })).toBeNull()
  })
})

test('of yesterday is not of today', async () => {
  await open([makeNotification({ title: 'Yesterday', created_at: ago(DAY_MS), read_at: ago(0) })])
  await item('Yesterday')
  expect(screen.queryByRole('heading', { name: 'Today' })).not.toBeInTheDocument()
})
