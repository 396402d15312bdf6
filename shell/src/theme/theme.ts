import type { ThemeMode } from '@holdall/api'
import type { PreferencesApi, ThemeApi } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../stores/readable.ts'

/** The background of each theme. */
const BACKGROUNDS = { light: '#f4f6f5', dark: '#0c100f' }

export type MatchMedia = (query: string) => Pick<MediaQueryList, 'matches' | 'addEventListener'>

interface ThemeDeps {
  readonly preferences: PreferencesApi
  readonly matchMedia: MatchMedia
  /** Saves the mode to the account. */
  readonly save: (mode: ThemeMode) => void
}

/** The theme that is shown, light or dark; the chosen mode is a preference. */
export function createTheme({ preferences, matchMedia, save }: ThemeDeps): ThemeApi {
  const device = matchMedia('(prefers-color-scheme: dark)')
  const seen = () => {
    const mode = preferences.get().theme
    if (mode !== 'system') return mode
    return device.matches ? 'dark' : 'light'
  }
  const store = createStore<'light' | 'dark'>(seen)
  const follow = () => {
    const theme = seen()
    store.setState(theme, true)
    applyTheme(theme)
  }
  follow()
  preferences.subscribe(follow)
  device.addEventListener('change', follow)

  const choose = (mode: ThemeMode) => {
    preferences.set('theme', mode)
    save(mode)
  }
  return {
    ...readable(store),
    choose,
    toggle: () => {
      choose(store.getState() === 'dark' ? 'light' : 'dark')
    },
  }
}

/** Sets `data-theme`, which the tokens follow, and the colour of the browser's own bars. */
function applyTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme
  let meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (!meta) {
    meta = document.createElement('meta')
    meta.name = 'theme-color'
    document.head.append(meta)
  }
  meta.content = BACKGROUNDS[theme]
}
