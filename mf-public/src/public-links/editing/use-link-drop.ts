import { type Dragged, useDropOnElement } from '@holdall/file-browser'
import { useCallback } from 'react'
import type { useLinkMutations } from './link-mutations.ts'

/** Lets dragged entries be dropped on the folders of the list and of the path. */
export function useLinkDrop({ move }: Pick<ReturnType<typeof useLinkMutations>, 'move'>) {
  /** The server refuses a folder within itself. */
  const targetOf = useCallback(
    (at: Element, moving: Dragged) => {
      const element = at.closest<HTMLElement>('[data-folder]')
      if (!element) return null
      // An empty value is the folder of the link.
      const toId = element.dataset['folder'] || null
      if (toId === moving.fromId || (toId !== null && moving.has(toId))) return null
      const drop = () => {
        void move(moving.target, moving.fromId ?? null, toId)
      }
      return { element, drop }
    },
    [move],
  )
  return useDropOnElement(targetOf)
}
