import { createOpenState, type OpenState } from './open-state.ts'

/** Keys are kept for this long at most, for the page to stay usable where the code of the spotlight cannot be loaded. */
const MAX_OPENING_MS = 5000

/** The spotlight, with the keys that are typed before its field has the focus. */
export interface SpotlightState extends OpenState {
  /** Whether it was opened and `takeTyped` was not called yet. */
  isOpening(): boolean
  /** Keeps a character, or deletes the last one by Backspace. */
  keepKey(key: string): void
  /** What was typed since it was opened. Ends the opening. */
  takeTyped(): string
}

export function createSpotlightState(): SpotlightState {
  const state = createOpenState()
  let opening: { readonly sinceMs: number; readonly characters: readonly string[] } | null = null
  state.isOpen.subscribe(() => {
    opening = state.isOpen.get() ? { sinceMs: performance.now(), characters: [] } : null
  })
  return {
    ...state,
    isOpening: () => opening !== null && performance.now() - opening.sinceMs < MAX_OPENING_MS,
    keepKey(key) {
      if (!opening) return
      const { sinceMs, characters } = opening
      if (key === 'Backspace') opening = { sinceMs, characters: characters.slice(0, -1) }
      // Names of other keys are longer.
      else if (/^.$/u.test(key)) opening = { sinceMs, characters: [...characters, key] }
    },
    takeTyped() {
      const typed = opening?.characters.join('') ?? ''
      opening = null
      return typed
    },
  }
}
