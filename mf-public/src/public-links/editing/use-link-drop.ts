import { dragged } from '@holdall/file-browser'
import { type DragEvent, useMemo, useRef } from 'react'
import type { useLinkMutations } from './link-mutations.ts'

const DROP = 'data-drop'

/** Lets dragged entries be dropped on the folders of the list and of the path. */
export function useLinkDrop({ move }: Pick<ReturnType<typeof useLinkMutations>, 'move'>) {
  const marked = useRef<Element | null>(null)
  return useMemo(() => {
    const mark = (element: Element | null) => {
      if (marked.current !== element) marked.current?.removeAttribute(DROP)
      marked.current = element
      element?.setAttribute(DROP, '')
    }
    /** The element under the pointer that accepts what is dragged; the server refuses a folder within itself. */
    const targetOf = ({ target }: DragEvent) => {
      const moving = dragged.get()
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null
      if (!moving || !element) return null
      // An empty value is the shared folder.
      const toId = element.dataset['folder'] || null
      if (toId === moving.fromId || (toId !== null && moving.has(toId))) return null
      return { moving, element, toId }
    }
    return {
      onDragOver(event: DragEvent) {
        if (!dragged.get()) return
        const target = targetOf(event)
        mark(target?.element ?? null)
        if (!target) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragLeave() {
        if (dragged.get()) mark(null)
      },
      onDrop(event: DragEvent) {
        const target = targetOf(event)
        mark(null)
        if (!target) return
        event.preventDefault()
        dragged.set(null)
        const { moving, toId } = target
        void move(moving.target, moving.fromId ?? null, toId)
      },
    }
  }, [move])
}
