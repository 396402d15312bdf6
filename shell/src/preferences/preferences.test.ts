import type { ThemeMode } from '@holdall/api'
import { createPreferences, PREFERENCES_KEY } from './preferences.ts'
import { browserStorage } from './storage.ts'

const stored = (text: string | null) => {
  const kept = new Map(text === null ? [] : [[PREFERENCES_KEY, text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const defaults = (defaultThemeMode: ThemeMode) => ({ defaultThemeMode, defaultEmoji: 'twemoji' as const })
const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('defaults to a list, newest first', () => {
  expect(createPreferences(stored(null), defaults('system')).get()).toEqual({
    theme: 'system',
    emojiType: 'twemoji',
    view: 'list',
    sort: { field: 'created_at', direction: 'DESC' },
    detailsVisible: false,
    navigationVisible: true,
    collapsedGroups: [],
    recentEmoji: [],
    cookieNoticeDismissed: false,
    notificationSound: true,
  })
})

test('stores the preferences that were set, and no defaults', () => {
  const storage = stored(null)
  createPreferences(storage, defaults('light')).set('view', 'grid')
  expect(storage.getItem(PREFERENCES_KEY)).toBe('{"view":"grid"}')
  expect(createPreferences(storage, defaults('dark')).get()).toMatchObject({ view: 'grid', theme: 'dark' })
})

test.each(['{"view":', 'null', '"list"', '[1]', '7'])('ignores a stored value that is not an object (%s)', (text) => {
  expect(createPreferences(stored(text), defaults('light')).get()).toMatchObject({ view: 'list', theme: 'light' })
})

test('an invalid field does not affect the others', () => {
  const preferences = createPreferences(
    stored('{"view":"mosaic","sort":{"field":"size"},"detailsVisible":true,"theme":"dark"}'),
    defaults('light'),
  )
  expect(preferences.get()).toMatchObject({
    view: 'list',
    sort: { field: 'created_at', direction: 'DESC' },
    detailsVisible: true,
    theme: 'dark',
  })
})

test('in a browser that blocks storage, preferences last until the page is closed', () => {
  const storage = browserStorage(blocked)
  const preferences = createPreferences(storage, defaults('light'))
  const listener = jest.fn()
  preferences.subscribe(listener)
  preferences.set('view', 'grid')
  expect(preferences.get().view).toBe('grid')
  expect(listener).toHaveBeenCalledTimes(1)
  expect(createPreferences(storage, defaults('light')).get().view).toBe('grid')
})

test('in a full storage, the newest value is kept in memory until it fits again', () => {
  const under = stored('{"view":"list"}')
  let full = true
  const storage = browserStorage(() => ({ ...under, setItem: full ? blocked : under.setItem }))
  storage.setItem(PREFERENCES_KEY, '{"view":"grid"}')
  expect(storage.getItem(PREFERENCES_KEY)).toBe('{"view":"grid"}')
  full = false
  storage.setItem(PREFERENCES_KEY, '{}')
  expect(under.getItem(PREFERENCES_KEY)).toBe('{}')
  storage.removeItem(PREFERENCES_KEY)
  expect(storage.getItem(PREFERENCES_KEY)).toBeNull()
})

test('the theme of another tab is adopted, its view of the file list is not', () => {
  const storage = stored('{"view":"list","theme":"light"}')
  const here = createPreferences(storage, defaults('system'))
  const there = createPreferences(storage, defaults('system'))
  there.set('theme', 'dark')
  there.set('view', 'grid')
  window.dispatchEvent(new StorageEvent('storage', { key: PREFERENCES_KEY }))
  expect(here.get()).toMatchObject({ theme: 'dark', view: 'list' })
})

test('setting a preference keeps what another tab has set meanwhile', () => {
  const storage = stored(null)
  const here = createPreferences(storage, defaults('system'))
  createPreferences(storage, defaults('system')).set('theme', 'dark')
  here.set('view', 'grid')
  expect(storage.getItem(PREFERENCES_KEY)).toBe('{"theme":"dark","view":"grid"}')
})
