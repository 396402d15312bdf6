import type { FocusEvent, KeyboardEvent } from 'react'

const isOpen = (item: Element) => item.getAttribute('aria-expanded')
const toggle = (item: Element) => item.querySelector<HTMLElement>('[data-toggle]')?.click()
/** The top of the user's files is always open. */
const canToggle = (item: Element) => item.querySelector('[data-toggle]') !== null
const levelOf = (item: Element) => Number(item.getAttribute('aria-level'))

/** Keyboard navigation of a tree, as in the ARIA Authoring Practices: one tab stop, arrow keys inside. */
export function useTreeKeys() {
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
      const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="treeitem"]') : null
      const at = here ? items.indexOf(here) : -1
      if (!here || at < 0) return
      const rtl = getComputedStyle(here).direction === 'rtl'
      const go = (to: HTMLElement | undefined) => {
        to?.focus()
      }
      const handlers: Readonly<Record<string, () => void>> = {
        ArrowDown: () => {
          go(items[at + 1])
        },
        ArrowUp: () => {
          go(items[at - 1])
        },
        Home: () => {
          go(items[0])
        },
        End: () => {
          go(items.at(-1))
        },
        [rtl ? 'ArrowLeft' : 'ArrowRight']: () => {
          if (isOpen(here) === 'false') toggle(here)
          else if (isOpen(here) === 'true') go(items[at + 1])
        },
        [rtl ? 'ArrowRight' : 'ArrowLeft']: () => {
          if (isOpen(here) === 'true' && canToggle(here)) toggle(here)
          else go(items.slice(0, at).findLast((item) => levelOf(item) < levelOf(here)))
        },
        Enter: () => {
          here.click()
        },
        ' ': () => {
          here.click()
        },
      }
      const handle = handlers[event.key]
      if (!handle) return
      event.preventDefault()
      handle()
    },
    /** The folder that has the focus, by key or by click, is the tab stop. */
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const focused = target.closest('[role="treeitem"]')
      for (const item of currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')) {
        item.tabIndex = item === focused ? 0 : -1
      }
    },
  }
}
