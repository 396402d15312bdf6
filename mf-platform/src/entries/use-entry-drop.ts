import type { Entry } from '@holdall/api'
import { useCallback } from 'react'
import { type Dragged, type DropTarget, useDropOnElement } from '@holdall/file-browser'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useFavouriteMutations } from '../favourites/use-favourite-mutations.ts'
import { knownEntry, knownParentId, knownPath } from './cached-entries.ts'
import { foldersOf, type Origin, originOf } from './entry-origin.ts'
import { canAddTo, canChange } from './entry-rights.ts'
import { movingOf, useFileMutations } from './file-mutations.ts'

const originOfDragged = ({ fromId, target }: Dragged): Origin =>
  fromId === undefined ? originOf(target.entries) : fromId

/** What becomes a favourite: nothing where a file is among the entries, or where not all of them are loaded. */
const draggedFolders = ({ target: { entries, count } }: Dragged): readonly Entry[] =>
  entries.length === count && entries.every(({ type }) => type === 'folder') ? entries : []

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
  const targetOf = useCallback(
    (at: Element, moving: Dragged): DropTarget | null => {
      const element = at.closest<HTMLElement>('[data-folder], [data-trash], [data-favourites]')
      if (!element) return null
      const from = originOfDragged(moving)
      const isChangeable = moving.target.entries.every(canChange)
      if (element.dataset['trash'] !== undefined) {
        return isChangeable ? { element, drop: () => void trash(moving.target, from) } : null
      }
      if (element.dataset['favourites'] !== undefined) {
        const folders = draggedFolders(moving)
        return folders.length > 0 ? { element, drop: () => void add(folders) } : null
      }
      // An empty value is the top.
      const folderId = element.dataset['folder'] || null
      const folder = folderId === null ? null : knownEntry(client, folderId)
      if (!isChangeable || (folder && !canAddTo(folder))) return null
      const isThere = foldersOf(from).every((id) => id === folderId)
      if (isThere || (folderId !== null && isInside(client, moving, folderId))) return null
      const drop = () => {
        void move(movingOf(moving.target, from), folderId).then((done) => {
          if (done) moving.target.clear()
        })
      }
      return { element, drop }
    },
    [add, client, move, trash],
  )
  return useDropOnElement(targetOf)
}
