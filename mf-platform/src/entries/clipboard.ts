import { createStore } from '@holdall/file-browser'
import type { Moving } from './file-mutations.ts'

/** Entries that were copied or cut, to be pasted into a folder. */
export interface Clipboard {
  readonly mode: 'copy' | 'cut'
  readonly moving: Moving
  /** Another account that signs in on this page gets none of it. */
  readonly userId: string
}

/** In memory: it lasts while the page is open, over all lists. */
export const clipboard = createStore<Clipboard | null>(null)
