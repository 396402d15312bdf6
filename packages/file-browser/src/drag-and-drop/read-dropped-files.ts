import type { UploadSource } from '@holdall/section'

/** What was dropped, or chosen in a file dialog. */
export interface Picked {
  /** The files; those in a folder have a `path`. */
  readonly sources: readonly UploadSource[]
  /** Paths of empty folders, as in `/photos/2026`. */
  readonly emptyFolders: readonly string[]
  /** Number of files and folders that could not be read. */
  readonly unreadable: number
}

/** With the File System Access API a drop also has handles, which stay valid over a reload. */
interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}
interface Root {
  readonly entry: FileSystemEntry | File
  readonly handle: Promise<FileSystemHandle | null>
}

const SKIPPED = '.DS_Store'

/** Reads the files of a drop, folders recursively. Call it in the event handler: after that the items are gone. */
export async function readDrop(transfer: DataTransfer): Promise<Picked> {
  const roots: Root[] = []
  for (const item of transfer.items as Iterable<DroppedItem>) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry() ?? item.getAsFile()
    if (entry) roots.push({ entry, handle: handleOf(item) })
  }
  const sources: UploadSource[] = []
  const emptyFolders: string[] = []
  let unreadable = 0
  const walk = async (entry: FileSystemEntry | File, handle: FileSystemHandle | null, isInFolder: boolean) => {
    try {
      if (entry instanceof File) {
        sources.push(sourceOf(entry, handle))
      } else if (isDirectory(entry)) {
        const children = (await childrenOf(entry)).filter(({ name }) => name !== SKIPPED)
        if (children.length === 0) emptyFolders.push(entry.fullPath)
        for (const child of children) await walk(child, handle, true)
      } else {
        const file = await fileOf(entry as FileSystemFileEntry)
        sources.push({ ...sourceOf(file, handle), ...(isInFolder ? { path: entry.fullPath } : {}) })
      }
    } catch {
      unreadable += 1
    }
  }
  for (const { entry, handle } of roots) if (entry.name !== SKIPPED) await walk(entry, await handle, false)
  return { sources, emptyFolders, unreadable }
}

/** Files of an `<input type="file">`, with or without `webkitdirectory`. */
export function readPicked(files: Iterable<File>): Picked {
  const sources = [...files]
    .filter((file) => file.name !== SKIPPED)
    .map((file) => (file.webkitRelativePath ? { file, path: `/${file.webkitRelativePath}` } : { file }))
  return { sources, emptyFolders: [], unreadable: 0 }
}

const sourceOf = (file: File, handle: FileSystemHandle | null): UploadSource => (handle ? { file, handle } : { file })

async function handleOf(item: DroppedItem): Promise<FileSystemHandle | null> {
  // Chromium has the method on plain http too, and crashes the page when it is called there.
  if (!window.isSecureContext) return null
  try {
    return (await item.getAsFileSystemHandle?.()) ?? null
  } catch {
    // A handle is optional: without it the file has to be chosen again after a reload.
    return null
  }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A directory reader returns batches of about a hundred entries; an empty batch is the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return children
    children.push(...batch)
  }
}
