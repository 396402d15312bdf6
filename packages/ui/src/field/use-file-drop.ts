import { type DragEvent, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** A place that takes one dropped file. `isOver`: files are held over it; `handlers` are for its element. */
export function useFileDrop(onFile: (file: File) => void, { isEnabled = true }: { readonly isEnabled?: boolean } = {}) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event) || !isEnabled) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setIsOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file && isEnabled) onFile(file)
      },
    },
  }
}
