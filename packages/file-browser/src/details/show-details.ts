import { Info } from '@holdall/ui/icons'
import type { IntlShape } from 'react-intl'
import type { Browser } from '../browser-state/browser-context.ts'
import type { ActionGroups } from '../browser-state/file-action.ts'
import { nothing, type SelectionState } from '../browser-state/selection.ts'

/** In narrower windows the panel floats over the list, and on a phone it is a sheet: there it opens on request only. */
export const WIDE = '(min-width: 1181px)'

/** Opens the panel; on a phone for the entries of `state`, else for what is selected. */
export function showDetails(browser: Browser, state: SelectionState): void {
  if (window.matchMedia(WIDE).matches) browser.now().details?.onVisible(true)
  else browser.details.set(state)
}

/** The actions of a menu with "Details" before its last group, which is the destructive one. */
export function withDetails(
  browser: Browser,
  intl: IntlShape,
  groups: ActionGroups,
  state: SelectionState = nothing,
): ActionGroups {
  if (!browser.now().details) return groups
  const action = {
    id: 'details',
    label: intl.formatMessage({ id: 'browser.details' }),
    icon: Info,
    run: () => {
      showDetails(browser, state)
    },
  }
  const last = groups.length > 1 ? groups.length - 1 : groups.length
  return [...groups.slice(0, last), [action], ...groups.slice(last)]
}
