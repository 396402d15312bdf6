import type { ThemeMode } from '@holdall/api'
import type { PreferencesApi, ThemeApi } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../readable.ts'
import { paintTheme } from './paint.ts'

export type MatchMedia = (query: string) => Pick<MediaQueryList, 'matches' | 'addEventListener'>

interface ThemeDeps {
  readonly preferences: PreferencesApi
  readonly matchMedia: MatchMedia
  /** Keeps the choice beyond this browser. */
  readonly save: (mode: ThemeMode) => void
}

/** Light or dark as it is seen; the mode itself is a preference. */
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
    paintTheme(theme)
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
