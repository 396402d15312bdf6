import type { Browser } from './browser-context.ts'
import { isNothing, some } from './selection.ts'

/** Turns multi-select mode on or off; either change clears the selection, and abandons one whose rows are loading. */
export function setMultiSelect(browser: Browser, isOn: boolean): void {
  // A new object, which differs from the selection before the rows were loaded.
  browser.selection.set(some([]))
  browser.selecting.set(false)
  if (browser.multiSelect.get() !== isOn) browser.now().onMultiSelect?.()
  browser.multiSelect.set(isOn)
}

/** Whether the selection bar is shown: in multi-select mode, or when anything is selected. */
export const isSelecting = (browser: Browser): boolean =>
  browser.multiSelect.get() || !isNothing(browser.selection.get())
