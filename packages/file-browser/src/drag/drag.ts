import type { DragEvent } from 'react'
import type { Entry } from '@holdall/api'
import type { Target } from '../actions/action.ts'
import type { Browser } from '../browser.ts'
import { isSelected, some } from '../selection/selection.ts'
import { targetAt } from '../selection/target.ts'
import { createStore } from '../store.ts'

/** Entries on their way over the page. */
export interface Dragged {
  readonly target: Target
  /** Where they lie now. */
  readonly fromId: string | null
  /** Whether this entry is among them. */
  readonly has: (id: string) => boolean
}

/** What is being dragged on this page; null most of the time. Elements with `data-folder` may take it. */
export const dragged = createStore<Dragged | null>(null)

const TYPE = 'application/x-holdall'

/** Begins to drag the row, with the selection that it is part of. */
export function startDrag(event: DragEvent, browser: Browser, entry: Entry): void {
  if (!isSelected(browser.selection.get(), entry.id)) browser.selection.set(some([entry]))
  const state = browser.selection.get()
  const target = targetAt(browser, entry)
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData(TYPE, String(target.count))
  event.dataTransfer.setDragImage(imageOf(entry, target.count), 16, 20)
  dragged.set({ target, fromId: browser.now().folderId, has: (id) => isSelected(state, id) })
}

/** A small card under the pointer: the name, and how many go with it. */
function imageOf({ attributes: { name } }: Entry, count: number): HTMLElement {
  const card = document.createElement('div')
  card.textContent = count > 1 ? `${name}  +${String(count - 1)}` : name
  Object.assign(card.style, {
    position: 'fixed',
    insetBlockStart: '-100px',
    maxInlineSize: '260px',
    padding: '10px 14px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: '10px',
    background: 'var(--inverse)',
    color: 'var(--on-inverse)',
    fontWeight: '500',
  })
  document.body.append(card)
  // The browser has painted it by then.
  setTimeout(() => {
    card.remove()
  })
  return card
}
