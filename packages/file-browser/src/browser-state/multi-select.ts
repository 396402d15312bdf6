import type { Browser } from './browser-context.ts'
import { isNothing, nothing } from './selection.ts'

/** Turns multi-select mode on or off; either change clears the selection. */
export function setMultiSelect(browser: Browser, isOn: boolean): void {
  browser.selection.set(nothing)
  browser.multiSelect.set(isOn)
}

/** Whether the selection bar is shown: in multi-select mode, or when anything is selected. */
export const isSelecting = (browser: Browser): boolean =>
  browser.multiSelect.get() || !isNothing(browser.selection.get())
