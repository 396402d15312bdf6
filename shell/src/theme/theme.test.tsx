import { act, screen, waitFor } from '@testing-library/react'
import { updateSetting } from '@holdall/api'
import { fakeServer, makeUser, refuse, renderSection } from '@holdall/testing'
import { createPreferences } from '../preferences/preferences.ts'
import { testSection } from '../testing/test-section.tsx'
import { createTheme } from './theme.ts'

function device(dark: boolean) {
  const listeners = new Set<() => void>()
  const query = {
    matches: dark,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
  }
  return {
    matchMedia: () => query as unknown as MediaQueryList,
    turn(next: boolean) {
      query.matches = next
      for (const listener of listeners) listener()
    },
  }
}
const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
const painted = () => document.documentElement.dataset['theme']
const barColour = () => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content

test('system follows the device, and its changes', () => {
  const { matchMedia, turn } = device(true)
  const theme = createTheme({
    preferences: createPreferences(storage, { defaultThemeMode: 'system', defaultEmoji: 'twemoji' }),
    matchMedia,
    save: () => {},
  })
  expect(theme.get()).toBe('dark')
  expect(painted()).toBe('dark')
  expect(barColour()).toBe('#0c100f')
  turn(false)
  expect(theme.get()).toBe('light')
  expect(painted()).toBe('light')
  expect(barColour()).toBe('#f4f6f5')
})

test('toggling switches the shown theme, saves it, and ignores the device from then on', () => {
  const { matchMedia, turn } = device(true)
  const save = jest.fn()
  const preferences = createPreferences(storage, { defaultThemeMode: 'system', defaultEmoji: 'twemoji' })
  const theme = createTheme({ preferences, matchMedia, save })
  theme.toggle()
  expect(theme.get()).toBe('light')
  expect(preferences.get().theme).toBe('light')
  expect(save).toHaveBeenCalledWith('light')
  turn(false)
  turn(true)
  expect(theme.get()).toBe('light')
})

test('is saved to the account that is signed in', async () => {
  const { host, server } = await renderSection(testSection(), { path: '/platform/files' })
  act(host.theme.toggle)
  await waitFor(() => {
    expect(server.callsOf(updateSetting)).toMatchObject([{ body: { name: 'theme_mode', value: 'dark' } }])
  })
})

test.each([
  ['nobody is signed in', '/platform/files', 'anonymous' as const],
  ['the page is one for visitors', '/share/abc', undefined],
])('is kept in the browser only when %s', async (_, path, session) => {
  const { host, server } = await renderSection(testSection(), { path, ...(session && { session }) })
  act(host.theme.toggle)
  expect(host.preferences.get().theme).toBe('dark')
  expect(server.callsOf(updateSetting)).toEqual([])
})

test('stays chosen when saving it to the account fails, and the general alert opens', async () => {
  const server = fakeServer().on(updateSetting, () => refuse('busy'))
  const { host } = await renderSection(testSection(), { path: '/platform/files', server })
  act(host.theme.toggle)
  expect(await screen.findByRole('alertdialog', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(host.theme.get()).toBe('dark')
  expect(host.overlay.layers.get()).toHaveLength(1)
})

test('is taken from the account at sign-in', async () => {
  const session = makeUser({ settings: { theme_mode: 'dark' } })
  const { host, server } = await renderSection(testSection(), { path: '/platform/files', session })
  expect(host.theme.get()).toBe('dark')
  expect(server.callsOf(updateSetting)).toEqual([])
})
