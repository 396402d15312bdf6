import { type DragEvent, useMemo, useRef } from 'react'
import { type Dragged, dragged } from '@holdall/file-browser'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { knownParentId, knownPath } from './cached-entries.ts'
import { foldersOf, type Origin, originOf } from './entry-origin.ts'
import { movingOf, useFileMutations } from './file-mutations.ts'

const DROP = 'data-drop'

/** The element under the pointer that accepts the dragged entries, and the target of the drop. */
interface DropTarget {
  readonly element: Element
  /** A folder's id, null being the top; the trash for `trash`. */
  readonly to: { readonly folderId: string | null } | 'trash'
}

const originOfDragged = ({ fromId, target }: Dragged): Origin =>
  fromId === undefined ? originOf(target.entries) : fromId

function targetOf(event: DragEvent, client: QueryClient): DropTarget | null {
  const moving = dragged.get()
  const element =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder], [data-trash]') : null
  if (!moving || !element) return null
  if (element.dataset['trash'] !== undefined) return { element, to: 'trash' }
  // An empty value is the top.
  const folderId = element.dataset['folder'] || null
  const isThere = foldersOf(originOfDragged(moving)).every((id) => id === folderId)
  const isInvalid = isThere || (folderId !== null && isInside(client, moving, folderId))
  return isInvalid ? null : { element, to: { folderId } }
}

/** Whether a folder is dragged itself, or is below one that is. */
function isInside(client: QueryClient, moving: Dragged, folderId: string): boolean {
  return knownPath(client, folderId).some((id) => {
    // A selection of everything is everything in one folder.
    const isElsewhere = moving.target.all && knownParentId(client, id) !== moving.fromId
    return moving.has(id) && !isElsewhere
  })
}

/** Lets entries be dropped on every folder of the page, and on the trash in the sidebar. */
export function useEntryDrop() {
  const { move, trash } = useFileMutations()
  const client = useQueryClient()
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
        const target = targetOf(event, client)
        mark(target?.element ?? null)
        if (!target) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragLeave() {
        if (dragged.get()) mark(null)
      },
      onDrop(event: DragEvent) {
        const moving = dragged.get()
        const target = targetOf(event, client)
        mark(null)
        if (!moving || !target) return
        event.preventDefault()
        dragged.set(null)
        const from = originOfDragged(moving)
        if (target.to === 'trash') {
          void trash(moving.target, from)
          return
        }
        void move(movingOf(moving.target, from), target.to.folderId).then((done) => {
          if (done) moving.target.clear()
        })
      },
    }
  }, [client, move, trash])
}
