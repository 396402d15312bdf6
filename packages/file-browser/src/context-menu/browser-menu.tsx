import { type ComponentType, useCallback, useEffect, useMemo } from 'react'
import { useReadable } from '@holdall/section'
import type { ContextMenuProps } from '@holdall/ui/menu'
import { type IntlShape, useIntl } from 'react-intl'
import { type Browser, type OpenMenu, useBrowser } from '../browser-state/browser-context.ts'
import { isNothing, nothing, some } from '../browser-state/selection.ts'
import { targetOf } from '../browser-state/action-target.ts'
import { type ActionGroups, menuEntries, type Target } from '../browser-state/file-action.ts'
import { withDetails } from '../details/show-details.ts'
import { loadContextMenu, whenUsed } from './load-menu.ts'
import { useContextMenu } from './use-context-menu.ts'

// A failed prefetch is repeated when a menu is opened.
const prefetch = () => void loadContextMenu().catch(() => undefined)

/** The context menu of the browser. `isReady`: the first list is loaded, so the menu's code can be prefetched. */
export function BrowserMenu({ isReady }: { readonly isReady: boolean }) {
  const browser = useBrowser()
  const open = useReadable(browser.menu)
  const close = useCallback(() => {
    browser.menu.set(null)
  }, [browser])
  const Part = useContextMenu(open !== null, close)
  useEffect(() => (isReady ? whenUsed(prefetch) : undefined), [isReady])
  return Part ? <LoadedMenu Part={Part} browser={browser} open={open} /> : null
}

interface LoadedMenuProps {
  readonly Part: ComponentType<ContextMenuProps>
  readonly browser: Browser
  readonly open: OpenMenu | null
}

/** Its actions are read when it opens, not when it was requested, because another row may be selected by then. */
function LoadedMenu({ Part, browser, open }: LoadedMenuProps) {
  const intl = useIntl()
  const content = useMemo(() => open && contentOf(browser, open, intl), [browser, open, intl])
  const isEmpty = content?.groups.every((group) => group.length === 0) ?? true
  useEffect(() => {
    if (open && isEmpty) browser.menu.set(null)
  }, [browser, open, isEmpty])
  const shown = isEmpty ? null : content
  const { target } = shown ?? {}
  const title =
    target &&
    (target.single?.attributes.name ?? intl.formatMessage({ id: 'browser.selected' }, { count: target.count }))
  return (
    <Part
      point={shown && open ? open.point : null}
      items={shown ? menuEntries(shown.groups, intl.formatMessage({ id: 'browser.more_short' })) : []}
      label={intl.formatMessage({ id: 'browser.menu.label' })}
      head={title ? <strong dir="auto">{title}</strong> : null}
      onClose={() => {
        browser.menu.set(null)
      }}
    />
  )
}

function contentOf(
  browser: Browser,
  { subject }: OpenMenu,
  intl: IntlShape,
): { readonly groups: ActionGroups; readonly target: Target | null } {
  const { actions, backgroundActions } = browser.now()
  if (subject === 'background') {
    return { groups: withDetails(browser, intl, backgroundActions?.() ?? []), target: null }
  }
  const selected = browser.selection.get()
  // The menu of an unselected entry has no actions once something else is selected.
  const state = subject === 'selection' ? selected : isNothing(selected) ? some([subject]) : nothing
  const target = targetOf(browser, state)
  return { groups: target.count > 0 ? withDetails(browser, intl, actions(target), state) : [], target }
}
