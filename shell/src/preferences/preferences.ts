import { type ClientConfig, EmojiType, ThemeMode } from '@holdall/api'
import type { Preferences, PreferencesApi } from '@holdall/section'
import * as z from '@holdall/schema'
import { createStore } from 'zustand'
import { readable } from '../stores/readable.ts'
import type { StorageLike } from './storage.ts'

/** Also read before the first paint: `theme` and `cookieNoticeDismissed`. */
export const PREFERENCES_KEY = 'holdall.preferences'

/** Each field is validated by itself: an invalid one does not affect the others. */
const fields = {
  theme: ThemeMode,
  emojiType: EmojiType,
  view: z.enum(['list', 'grid']),
  sort: z.object({
    field: z.enum(['name', 'created_at', 'modified_at', 'size', 'type']),
    direction: z.enum(['ASC', 'DESC']),
  }),
  detailsVisible: z.boolean(),
  navigationVisible: z.boolean(),
  collapsedGroups: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40)),
  recentEmoji: z.array(z.string().check(z.maxLength(32))).check(z.maxLength(40)),
  cookieNoticeDismissed: z.boolean(),
  notificationSound: z.boolean(),
} satisfies { [K in keyof Preferences]: z.ZodMiniType<Preferences[K]> }

/** Preferences of this browser. Only changed ones are stored, so that a new default of the operator still applies. */
export function createPreferences(
  storage: StorageLike,
  { defaultThemeMode, defaultEmoji }: Pick<ClientConfig, 'defaultThemeMode' | 'defaultEmoji'>,
  page: Pick<Window, 'addEventListener'> = window,
): PreferencesApi {
  const defaults: Preferences = {
    theme: defaultThemeMode,
    emojiType: defaultEmoji,
    view: 'list',
    sort: { field: 'created_at', direction: 'DESC' },
    detailsVisible: false,
    navigationVisible: true,
    collapsedGroups: [],
    recentEmoji: [],
    cookieNoticeDismissed: false,
    notificationSound: true,
  }
  const store = createStore<Preferences>(() => ({ ...defaults, ...read(storage) }))
  // Another tab has written. Theme, emoji style, notice and sound are adopted; the view of the file list is per tab.
  page.addEventListener('storage', ({ key }) => {
    if (key !== PREFERENCES_KEY) return
    const { theme, emojiType, cookieNoticeDismissed, notificationSound } = { ...defaults, ...read(storage) }
    store.setState({ theme, emojiType, cookieNoticeDismissed, notificationSound })
  })
  return {
    ...readable(store),
    set(name, value) {
      store.setState({ [name]: value })
      storage.setItem(PREFERENCES_KEY, JSON.stringify({ ...read(storage), [name]: value }))
    },
  }
}

function read(storage: StorageLike): Partial<Preferences> {
  const raw = parsedObject(storage.getItem(PREFERENCES_KEY))
  const found = Object.entries(fields).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(raw[name])
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  return Object.fromEntries(found) as Partial<Preferences>
}

function parsedObject(text: string | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text ?? '{}') as object) }
  } catch {
    return {}
  }
}
