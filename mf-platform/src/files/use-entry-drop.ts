import { type DragEvent, useMemo, useRef } from 'react'
import { dragged } from '@holdall/file-browser'
import { movingOf, useFileMutations } from './mutations.ts'

const DROP = 'data-drop'

/** The folder under the pointer that may take what is dragged: a row, a step of the path, a branch of the tree. */
function folderOf(event: DragEvent): { readonly element: Element; readonly id: string | null } | null {
  const moving = dragged.get()
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null
  if (!moving || !element) return null
  // Empty is the top.
  const id = element.dataset['folder'] || null
  return id === moving.fromId || (id !== null && moving.has(id)) ? null : { element, id }
}

/** Lets entries be dropped on every folder of the page. */
export function useEntryDrop() {
  const { move } = useFileMutations()
  const marked = useRef<Element | null>(null)
  return useMemo(() => {
    const mark = (element: Element | null) => {
      if (marked.current !== element) marked.current?.removeAttribute(DROP)
      marked.current = element
      element?.setAttribute(DROP, '')
    }
    return {
      onDragOver(event: DragEvent) {
        if (!dragged.get()) return
        const folder = folderOf(event)
        mark(folder?.element ?? null)
        if (!folder) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragLeave() {
        if (dragged.get()) mark(null)
      },
      onDrop(event: DragEvent) {
        const moving = dragged.get()
        const folder = folderOf(event)
        mark(null)
        if (!moving || !folder) return
        event.preventDefault()
        dragged.set(null)
        void move(movingOf(moving.target), folder.id, moving.fromId).then((done) => {
          if (done) moving.target.clear()
        })
      },
    }
  }, [move])
}
