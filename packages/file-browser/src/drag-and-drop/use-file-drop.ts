import { type DragEvent, useRef, useState } from 'react'
import type { Picked } from './read-dropped-files.ts'
import { readDrop } from './read-dropped-files.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * Handlers for files and folders of the device that are dropped on an element. `on` is called with the index of the row
 * that they were dropped on, null for the background; `accepts` returns whether a row is a folder. `over` is the
 * current drop target, null while nothing is dragged over the element.
 */
export function useFileDrop(
  on: ((picked: Picked, row: number | null) => void) | undefined,
  accepts: (row: number) => boolean,
) {
  const [over, setOver] = useState<{ readonly row: number | null } | null>(null)
  const depth = useRef(0)
  if (!on) return { over: null, handlers: {} }
  const rowOf = (event: DragEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const index = row ? Number(row.dataset['index']) : null
    return index !== null && accepts(index) ? index : null
  }
  const leave = () => {
    depth.current = 0
    setOver(null)
  }
  return {
    over,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current += 1
      },
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        const row = rowOf(event)
        if (!over || over.row !== row) setOver({ row })
      },
      onDragLeave(event: DragEvent) {
        if (!hasFiles(event)) return
        depth.current -= 1
        if (depth.current <= 0) leave()
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        const row = rowOf(event)
        leave()
        void readDrop(event.dataTransfer).then((picked) => {
          on(picked, row)
        })
      },
    },
  }
}
