import { type KeyboardEvent, useEffect, useRef } from 'react'

/** What the arrow keys move between: the folders, and the buttons in place of folders that are not loaded. */
const items = 'a, button:not([aria-expanded])'
const toggleOf = (link: Element): HTMLElement | null =>
  link.parentElement?.querySelector<HTMLElement>('button[aria-expanded]') ?? null
const parentOf = (item: Element): HTMLElement | null =>
  item.closest('ul')?.parentElement?.closest('li')?.querySelector('a') ?? null

/** Leaves one element of the tree as its tab stop: the last focused one, else the shown folder, else the first. */
function leaveOneStop(tree: HTMLElement, last: Element | null): void {
  const all = [...tree.querySelectorAll<HTMLElement>(items)]
  const kept = all.find((item) => item === last)
  const stop = kept ?? all.find((item) => item.hasAttribute('aria-current')) ?? all[0]
  for (const item of all) item.tabIndex = item === stop ? 0 : -1
}

/**
 * Makes the links of a list of folders one tab stop: the arrow keys move between them, open and close folders, and go to
 * the folder around. The attributes are of the list that they are spread on.
 */
export function useTreeLinks() {
  const list = useRef<HTMLUListElement>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const tree = list.current
    if (!tree) return undefined
    const update = () => {
      leaveOneStop(tree, last.current)
    }
    update()
    // Levels are rendered by the folders themselves.
    const observer = new MutationObserver(update)
    observer.observe(tree, { childList: true, subtree: true, attributeFilter: ['aria-current'] })
    return () => {
      observer.disconnect()
    }
  }, [])
  return {
    ref: list,
    onFocus({ target, currentTarget }: { readonly target: Element; readonly currentTarget: HTMLElement }) {
      last.current = target.closest(items)
      leaveOneStop(currentTarget, last.current)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { key, target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event
      const all = [...currentTarget.querySelectorAll<HTMLElement>(items)]
      const at = all.findIndex((item) => item === target)
      const here = all[at]
      if (!here || ctrlKey || metaKey || altKey || shiftKey) return
      const isRightToLeft = getComputedStyle(here).direction === 'rtl'
      const next = nextOf(isRightToLeft ? (mirrored[key] ?? key) : key, all, at)
      if (next === undefined) return
      event.preventDefault()
      if (next === 'toggle') toggleOf(here)?.click()
      else next?.focus()
    },
  }
}

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** What a key leads to; undefined where the tree does not handle it. */
function nextOf(key: string, all: readonly HTMLElement[], at: number): HTMLElement | 'toggle' | null | undefined {
  const here = all[at]
  const isOpen = here && toggleOf(here)?.getAttribute('aria-expanded')
  switch (key) {
    case 'ArrowDown':
      return all[at + 1] ?? null
    case 'ArrowUp':
      return all[at - 1] ?? null
    case 'Home':
      return all[0] ?? null
    case 'End':
      return all.at(-1) ?? null
    case 'ArrowRight':
      return isOpen === 'false' ? 'toggle' : isOpen === 'true' ? (all[at + 1] ?? null) : null
    case 'ArrowLeft':
      return isOpen === 'true' ? 'toggle' : here ? parentOf(here) : null
    default:
      return undefined
  }
}
