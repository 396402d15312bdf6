import type { UploadSource } from '@holdall/section'

/** What was dropped or picked: files with their way inside a folder, and how many could not be read. */
export interface Picked {
  readonly sources: readonly UploadSource[]
  readonly unreadable: number
}

const SKIPPED = '.DS_Store'

/** Files of a drop, folders opened to the last level. Call it inside the drop's own event: its items die with it. */
export async function readDrop(transfer: DataTransfer): Promise<Picked> {
  const roots: (FileSystemEntry | File)[] = []
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const root = item.webkitGetAsEntry() ?? item.getAsFile()
    if (root) roots.push(root)
  }
  const found: UploadSource[] = []
  let unreadable = 0
  const walk = async (entry: FileSystemEntry | File, inFolder: boolean): Promise<void> => {
    if (entry.name === SKIPPED) return
    try {
      if (entry instanceof File) {
        found.push({ file: entry })
      } else if (isDirectory(entry)) {
        for (const child of await childrenOf(entry)) await walk(child, true)
      } else {
        const file = await fileOf(entry as FileSystemFileEntry)
        found.push(inFolder ? { file, path: entry.fullPath } : { file })
      }
    } catch {
      unreadable += 1
    }
  }
  for (const root of roots) await walk(root, false)
  return { sources: found, unreadable }
}

/** Files of an `<input type="file">`, with or without `webkitdirectory`. */
export function readPicked(files: Iterable<File>): Picked {
  const sources = [...files]
    .filter((file) => file.name !== SKIPPED)
    .map((file) => (file.webkitRelativePath ? { file, path: `/${file.webkitRelativePath}` } : { file }))
  return { sources, unreadable: 0 }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader answers in batches, about a hundred at a time; an empty one is the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return children
    children.push(...batch)
  }
}
