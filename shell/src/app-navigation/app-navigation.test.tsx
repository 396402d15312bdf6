import { act, screen, waitFor, within } from '@testing-library/react'
import { currentUser, signOut } from '@holdall/api'
import { makeUser, renderSection, type RenderSectionOptions } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'
import { AppNavigation } from './app-navigation.tsx'

const show = (options: RenderSectionOptions) => renderSection(testSection(), { before: <AppNavigation />, ...options })
const rail = () => screen.getByRole('navigation', { name: 'Main' })
const labels = () =>
  within(rail())
    .getAllByRole('link')
    .map((link) => link.textContent)
const onPhone = () =>
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes('640px') }) as MediaQueryList,
    )

afterEach(() => {
  jest.restoreAllMocks()
})

test('shows a user the entries of a user, in order, the logo linking to the first', async () => {
  await show({ path: '/platform/files' })
  expect(labels()).toEqual(['', 'Files', 'Profile'])
  expect(within(rail()).getByRole('link', { name: 'Holdall' })).toHaveAttribute('href', '/platform/files')
})

test('shows an admin the dashboard too', async () => {
  await show({ path: '/platform/files', session: makeUser({ role: 'admin' }) })
  expect(labels()).toEqual(['', 'Files', 'Dashboard', 'Profile'])
})

test.each(['/platform/files', '/platform/trash', '/user/profile', '/admin/dashboard'])(
  'is shown on %s',
  async (path) => {
    await show({ path, session: makeUser({ role: 'admin' }) })
    expect(labels()).toEqual(['', 'Files', 'Dashboard', 'Profile'])
  },
)

test.each([
  ['/platform/files/7', 'Files'],
  ['/platform/trash', 'Files'],
  ['/user/profile', 'Profile'],
  ['/admin/dashboard', 'Dashboard'],
])('on %s only %s is the active entry', async (path, label) => {
  await show({ path, session: makeUser({ role: 'admin' }) })
  const active = within(rail())
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
  expect(active.map((link) => link.textContent)).toEqual([label])
})

test('of two entries that match a page, the one with the longer path is current', async () => {
  const at = (id: string, path: string, order: number) =>
    ({ id, path, labelKey: id, icon: 'grid', order, access: 'user' }) as const
  const nav = [
    at('files', '/platform/files', 10),
    at('people', '/platform/files/people', 20),
    at('share', '/platform', 30),
  ]
  const current = () =>
    within(rail())
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'))
      .map((link) => link.textContent)
  const { host } = await renderSection(testSection({ nav }), { before: <AppNavigation />, path: '/platform/files/7' })
  expect(current()).toEqual(['Files'])
  act(() => {
    host.navigation.go('/platform/files/people')
  })
  expect(current()).toEqual(['People'])
})

test('an entry is translated for a locale that only has messages of its language', async () => {
  const de = () =>
    Promise.resolve({ files: 'Dateien', profile: 'Profil', dashboard: 'D', share: 'S', 'sign-in': 'A', people: 'P' })
  const { messages } = testSection()
  const section = testSection({ messages: { ...messages, de } })
  await renderSection(section, { before: <AppNavigation />, path: '/platform/files', locale: 'de-AT' })
  expect(labels()).toEqual(['', 'Dateien', 'Profil'])
})

test.each([
  ['on a page for visitors', { path: '/share/abc' }],
  ['without a session', { path: '/platform/files', session: 'anonymous' as const }],
])('is not shown %s', async (_, options) => {
  await show(options)
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

test('is hidden and shown again by a button that keeps the focus, and the browser remembers it', async () => {
  const { user, host } = await show({ path: '/platform/files' })
  await user.click(screen.getByRole('button', { name: 'Hide navigation' }))
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(host.preferences.get().navigationVisible).toBe(false)
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Show navigation' })).toHaveFocus()
  })
  await user.keyboard('{Enter}')
  expect(rail()).toBeInTheDocument()
  expect(host.preferences.get().navigationVisible).toBe(true)
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Hide navigation' })).toHaveFocus()
  })
})

test('on a phone the bar is shown also where the rail is hidden', async () => {
  onPhone()
  const { host } = await show({ path: '/platform/files' })
  act(() => {
    host.preferences.set('navigationVisible', false)
  })
  expect(labels()).toEqual(['Files', 'Profile'])
})

test('can be operated by keyboard: entries, bell, theme, log out', async () => {
  const { user, host, server } = await show({ path: '/platform/files' })
  const stops: (string | null)[] = []
  for (let stop = 0; stop < 7; stop += 1) {
    await user.tab()
    stops.push(
      document.activeElement?.getAttribute('title') ?? document.activeElement?.getAttribute('aria-label') ?? null,
    )
  }
  expect(stops).toEqual([
    'Holdall',
    'Files',
    'Profile',
    'Hide navigation',
    'Notifications',
    'Switch to dark theme',
    'Log out',
  ])
  server.on(signOut, {})
  await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
  expect(host.theme.get()).toBe('dark')
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  expect(host.session.get().state).toBe('anonymous')
  expect(server.callsOf(currentUser)).toHaveLength(1)
})

test('on a phone, a bar at the bottom has the entries and a menu with the rest', async () => {
  onPhone()
  const { user, host } = await show({ path: '/platform/files' })
  expect(labels()).toEqual(['Files', 'Profile'])
  await user.click(within(rail()).getByRole('button', { name: 'Menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Menu' })
  await user.click(within(menu).getByRole('button', { name: 'Notifications' }))
  expect(menu).not.toBeInTheDocument()
  expect(host.notifications.isOpen.get()).toBe(true)
})

test.each(['Search', 'Notifications'])(
  'on a phone, the menu hands the focus to %s, which give it back',
  async (name) => {
    onPhone()
    const { user } = await show({ path: '/platform/files' })
    const menu = within(rail()).getByRole('button', { name: 'Menu' })
    // The second time, its code is loaded.
    for (let time = 0; time < 2; time += 1) {
      await user.click(menu)
      await user.click(within(await screen.findByRole('dialog', { name: 'Menu' })).getByRole('button', { name }))
      const opened = await screen.findByRole('dialog', { name })
      await waitFor(() => {
        expect(opened).toContainElement(document.activeElement as HTMLElement)
      })
      await user.keyboard('{Escape}')
      expect(opened).not.toBeInTheDocument()
      await waitFor(() => {
        expect(menu).toHaveFocus()
      })
    }
  },
)

test('on a phone, a press on the backdrop closes the menu', async () => {
  onPhone()
  const { user } = await show({ path: '/platform/files' })
  await user.click(within(rail()).getByRole('button', { name: 'Menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Menu' })
  await user.click([...document.querySelectorAll('[role="presentation"]')].at(-1) as Element)
  expect(menu).not.toBeInTheDocument()
})
