import { browseNotifications, declineInvitation, type Notification } from '@holdall/api'
import { makeId, makeNotification, makeTeamInvitation, makeUser, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { AppNavigation } from '../app-navigation/app-navigation.tsx'
import { testSection } from '../testing/test-section.tsx'
import { createArrivals } from './arrivals.ts'
import { playNotificationSound } from './notification-sound.ts'
import { notificationServer } from './testing/notification-server.ts'

jest.mock('./notification-sound.ts', () => ({ playNotificationSound: jest.fn() }))
const sound = jest.mocked(playNotificationSound)
beforeEach(() => {
  sound.mockClear()
})

const known = makeNotification({ title: 'Known', created_at: '2026-01-01T10:00:00.000Z' })

/** A page that is open, and a server that can get further notifications. */
async function show({ locale = 'en-US' } = {}) {
  const { server, set } = notificationServer([known])
  const shown = await renderSection(testSection(), {
    path: '/platform/files',
    before: <AppNavigation />,
    server,
    locale,
    session: makeUser({ unreadNotifications: [known] }),
  })
  /** Resolves to the toasts, which are on the page from the first event on. */
  const arrive = async (...titles: string[]) => {
    set([...titles.map((title) => makeNotification({ title })), known])
    act(() => {
      shown.host.events.emit('notifications.changed', {})
    })
    return within(await screen.findByRole('region', { name: 'New notifications' }))
  }
  return { ...shown, arrive, set }
}

test('a new one is a toast with its title, and is counted; one that was known is not', async () => {
  const { arrive } = await show()
  const toasts = await arrive('Arrived')
  expect(await toasts.findByRole('button', { name: 'Arrived' })).toBeInTheDocument()
  expect(toasts.queryByText('Known')).not.toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeInTheDocument()
  expect(sound).toHaveBeenCalledTimes(1)
})

test('of many at once three are toasts, each once', async () => {
  const { arrive, host, server } = await show()
  const toasts = await arrive('E', 'D', 'C', 'B')
  expect(await toasts.findByRole('button', { name: 'E' })).toBeInTheDocument()
  expect(toasts.getAllByRole('button', { name: /^[A-E]$/ }).map((one) => one.textContent)).toEqual(['C', 'D', 'E'])
  const calls = server.callsOf(browseNotifications).length
  act(() => {
    host.events.emit('notifications.changed', {})
  })
  await waitFor(() => {
    expect(server.callsOf(browseNotifications).length).toBeGreaterThan(calls)
  })
  expect(toasts.getAllByRole('button', { name: /^[A-E]$/ })).toHaveLength(3)
  expect(sound).toHaveBeenCalledTimes(1)
})

test('the end of a remote upload is counted, and is no second toast', async () => {
  const { host, set } = await show()
  set([makeNotification({ title: 'Added', category: 'remote-upload-done' }), known])
  act(() => {
    host.events.emit('notifications.changed', {})
  })
  expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Added' })).not.toBeInTheDocument()
})

test('pressing a toast opens the centre, and its cross does not', async () => {
  const { arrive, user, host } = await show()
  const toasts = await arrive('Second', 'First')
  await user.click((await toasts.findAllByRole('button', { name: 'Close' }))[0]!)
  expect(toasts.queryByRole('button', { name: 'First' })).not.toBeInTheDocument()
  expect(host.notifications.isOpen.get()).toBe(false)
  await user.click(toasts.getByRole('button', { name: 'Second' }))
  expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeInTheDocument()
  expect(toasts.queryByRole('button', { name: 'Second' })).not.toBeInTheDocument()
})

test('an invitation is answered in its toast, which then closes; one that is withdrawn meanwhile only tells of it', async () => {
  const { set, host, server, user } = await show()
  const action = (id: string) => ({ type: 'invitation', params: { id } }) as const
  const [first, second] = [makeId(), makeId()].map((id) =>
    makeNotification({ title: `Invitation ${id}`, description: 'Priya invited you.', action: action(id) }),
  )
  const arrive = (...items: Notification[]) => {
    set([...items, known])
    act(() => {
      host.events.emit('notifications.changed', {})
    })
  }
  arrive(first!)
  const toasts = within(await screen.findByRole('region', { name: 'New notifications' }))
  expect(await toasts.findByText('Priya invited you.')).toBeInTheDocument()
  server.on(declineInvitation, () => {
    set([known])
    return { data: makeTeamInvitation({ status: 'declined', name: 'Spring' }) }
  })
  await user.click(toasts.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You declined the invitation to “Spring”')).toBeInTheDocument()
  await waitFor(() => {
    expect(toasts.queryByText('Priya invited you.')).toBeNull()
  })
  arrive(second!)
  expect(await toasts.findByRole('button', { name: 'Accept' })).toBeInTheDocument()
  arrive({ ...second!, attributes: { ...second!.attributes, action: null } })
  await waitFor(() => {
    expect(toasts.queryByRole('button', { name: 'Accept' })).toBeNull()
  })
  expect(toasts.getByRole('button', { name: second!.attributes.title })).toBeInTheDocument()
})

test('while the centre is open a new one is highlighted there, and is no toast', async () => {
  const { arrive, user } = await show()
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
  await screen.findByRole('article', { name: 'Known' })
  const toasts = await arrive('Arrived')
  expect(await screen.findByRole('article', { name: 'Arrived' })).toHaveAttribute('data-new')
  expect(toasts.queryByRole('button', { name: 'Arrived' })).not.toBeInTheDocument()
})

test('a new one is highlighted for one second', async () => {
  const { host, set, user } = await show()
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
  await screen.findByRole('article', { name: 'Known' })
  jest.useFakeTimers()
  try {
    set([makeNotification({ title: 'Arrived' }), known])
    act(() => {
      host.events.emit('notifications.changed', {})
    })
    const arrived = () => screen.queryByRole('article', { name: 'Arrived' })
    while (arrived() === null) await act(() => jest.advanceTimersByTimeAsync(1))
    await act(() => jest.advanceTimersByTimeAsync(998))
    expect(arrived()).toHaveAttribute('data-new')
    await act(() => jest.advanceTimersByTimeAsync(2))
    expect(arrived()).not.toHaveAttribute('data-new')
  } finally {
    jest.useRealTimers()
  }
})

test('opening the centre by the bell closes the toasts', async () => {
  const { arrive, user } = await show()
  const toasts = await arrive('Second', 'First')
  await toasts.findByRole('button', { name: 'Second' })
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
  expect(await screen.findByRole('article', { name: 'Second' })).toBeInTheDocument()
  expect(toasts.queryByRole('button')).not.toBeInTheDocument()
})

test('makes no sound where the preference is off', async () => {
  const { arrive, host } = await show()
  act(() => {
    host.preferences.set('notificationSound', false)
  })
  const toasts = await arrive('Silent')
  await toasts.findByRole('button', { name: 'Silent' })
  expect(sound).not.toHaveBeenCalled()
})

test('without a session there are none, and nothing is fetched', async () => {
  const { arrive, host, server } = await show()
  await arrive('Arrived')
  await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  const calls = server.callsOf(browseNotifications).length
  act(() => {
    host.session.expire()
  })
  act(() => {
    host.events.emit('notifications.changed', {})
  })
  await waitFor(() => {
    expect(host.notifications.unread.get()).toBe(0)
  })
  expect(screen.queryByRole('region', { name: 'New notifications' })).not.toBeInTheDocument()
  expect(server.callsOf(browseNotifications)).toHaveLength(calls)
})

test('are new once, unread, and no older than what the page came with', () => {
  const arrivals = createArrivals([known])
  const at = (created_at: string, read_at: string | null = null) => makeNotification({ created_at, read_at })
  const [old, next, read] = [
    at('2025-12-31T10:00:00.000Z'),
    at('2026-01-02T10:00:00.000Z'),
    at('2026-01-02T11:00:00.000Z', '2026-01-02T12:00:00.000Z'),
  ]
  expect(arrivals.take([read, next, known, old])).toEqual([next])
  expect(arrivals.take([read, next, known, old])).toEqual([])
  expect(createArrivals([]).take([old])).toEqual([old])
})
