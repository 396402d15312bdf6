import type { DragEvent } from 'react'
import type { Entry } from '@holdall/api'
import type { Target } from '../browser-state/file-action.ts'
import type { Browser } from '../browser-state/browser-context.ts'
import { isSelected, some } from '../browser-state/selection.ts'
import { targetAt } from '../browser-state/action-target.ts'
import { createStore } from '../store.ts'

/** Entries that are being dragged. */
export interface Dragged {
  readonly target: Target
  /** Id of the folder that they are in; null is the top. Undefined in a list over several folders. */
  readonly fromId: string | null | undefined
  /** Whether this entry is among them. */
  readonly has: (id: string) => boolean
}

/** The entries that are being dragged on this page; null for none. Drop targets are elements with `data-folder`. */
export const dragged = createStore<Dragged | null>(null)

const TYPE = 'application/x-holdall'

/** Starts dragging the row, or the selection that it is part of. */
export function startDrag(event: DragEvent, browser: Browser, entry: Entry): void {
  if (!isSelected(browser.selection.get(), entry.id)) browser.selection.set(some([entry]))
  const state = browser.selection.get()
  const target = targetAt(browser, entry)
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData(TYPE, String(target.count))
  event.dataTransfer.setDragImage(imageOf(entry, target.count), 16, 20)
  const { source, folderId } = browser.now()
  dragged.set({ target, fromId: source.isFolder ? folderId : undefined, has: (id) => isSelected(state, id) })
}

/** The drag image: the name, and the number of further entries. */
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
  // The browser has copied it by then.
  setTimeout(() => {
    card.remove()
  })
  return card
}
