import { type DragEvent, useMemo, useRef } from 'react'
import { type Dragged, dragged } from './drag-entries.ts'

const DROP = 'data-drop'

/** Where dragged entries can be dropped: the element under the pointer, which is marked, and what dropping does. */
export interface DropTarget {
  readonly element: Element
  readonly drop: () => void
}

/** Lets dragged entries be dropped on the elements for which `targetOf`, a stable function, returns a target. */
export function useDropOnElement(targetOf: (at: Element, moving: Dragged) => DropTarget | null) {
  const marked = useRef<Element | null>(null)
  return useMemo(() => {
    const mark = (element: Element | null) => {
      if (marked.current !== element) marked.current?.removeAttribute(DROP)
      marked.current = element
      element?.setAttribute(DROP, '')
    }
    const find = ({ target }: DragEvent) => {
      const moving = dragged.get()
      return moving && target instanceof Element ? targetOf(target, moving) : null
    }
    return {
      onDragOver(event: DragEvent) {
        if (!dragged.get()) return
        const target = find(event)
        mark(target?.element ?? null)
        if (!target) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragLeave() {
        if (dragged.get()) mark(null)
      },
      onDrop(event: DragEvent) {
        const target = find(event)
        mark(null)
        if (!target) return
        event.preventDefault()
        dragged.set(null)
        target.drop()
      },
    }
  }, [targetOf])
}
