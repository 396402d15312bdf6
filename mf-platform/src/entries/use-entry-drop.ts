import type { Entry } from '@holdall/api'
import { type DragEvent, useMemo, useRef } from 'react'
import { type Dragged, dragged } from '@holdall/file-browser'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useFavouriteMutations } from '../favourites/use-favourite-mutations.ts'
import { knownParentId, knownPath } from './cached-entries.ts'
import { foldersOf, type Origin, originOf } from './entry-origin.ts'
import { movingOf, useFileMutations } from './file-mutations.ts'

const DROP = 'data-drop'

/** The element under the pointer that accepts the dragged entries, and the target of the drop. */
interface DropTarget {
  readonly element: Element
  /** A folder's id, null being the top; the trash; the favourites. */
  readonly to: { readonly folderId: string | null } | 'trash' | 'favourites'
}

const originOfDragged = ({ fromId, target }: Dragged): Origin =>
  fromId === undefined ? originOf(target.entries) : fromId

/** What becomes a favourite: nothing where a file is among the entries, or where not all of them are loaded. */
const draggedFolders = ({ target: { entries, count } }: Dragged): readonly Entry[] =>
  entries.length === count && entries.every(({ type }) => type === 'folder') ? entries : []

function targetOf(event: DragEvent, client: QueryClient): DropTarget | null {
  const moving = dragged.get()
  const element =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-folder], [data-trash], [data-favourites]')
      : null
  if (!moving || !element) return null
  if (element.dataset['trash'] !== undefined) return { element, to: 'trash' }
  if (element.dataset['favourites'] !== undefined) {
    return draggedFolders(moving).length > 0 ? { element, to: 'favourites' } : null
  }
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

/** Lets entries be dropped on every folder of the page, on the trash and on the favourites in the sidebar. */
export function useEntryDrop() {
  const { add } = useFavouriteMutations()
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
        if (target.to === 'favourites') {
          void add(draggedFolders(moving))
          return
        }
        void move(movingOf(moving.target, from), target.to.folderId).then((done) => {
          if (done) moving.target.clear()
        })
      },
    }
  }, [add, client, move, trash])
}
