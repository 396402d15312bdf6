import { useLayoutEffect, useRef } from 'react'
import type { Browser } from '../browser-state/browser-context.ts'
import type { FolderState } from '../folder-data/file-source.ts'

/** A menu that is being closed still has the focus, and gives it back to a list that is gone. */
const LATER_MS = [50, 200, 500]

/**
 * When the last entry is deleted the list is removed, and with it the focus: the heading that is shown in its place
 * gets it, and the list when there are entries again.
 */
export function useFocusOnEmpty({ focus }: Browser, pane: HTMLElement | null, status: FolderState) {
  const content = status.state === 'ready' ? (status.total > 0 ? 'rows' : 'empty') : null
  const shown = useRef(content)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = content
    if (before === null || content === null || before === content) return
    const takeFocus = () => {
      if (!isFocusLost()) return
      if (content === 'rows') {
        focus()
        return
      }
      const heading = pane?.querySelector<HTMLElement>('h1, h2, h3')
      if (!heading) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    takeFocus()
    const timers = LATER_MS.map((ms) => setTimeout(takeFocus, ms))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [content, focus, pane])
}

/** Whether no element has the focus, or one that cannot keep it. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}
