import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A file of the queue that has not arrived, as the browser keeps it across reloads. */
export interface RememberedUpload {
  readonly uploadId: string
  /** The tab that sends it. */
  readonly tabId: string
  readonly kind: 'file' | 'folder'
  readonly name: string
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly lastModified: number
  readonly folderId: string | null
  readonly folderName: string | null
  /** Key of the dropped item among the handles; null where the browser gave none. */
  readonly rootId: string | null
  /** The server may hold bytes of it. */
  readonly isBegun: boolean
  /** Bytes that the server has acknowledged. */
  readonly sent: number
  readonly addedAtMs: number
  /** Place among those that were added with it. */
  readonly position: number
}
interface DroppedRoot {
  readonly rootId: string
  readonly handle: FileSystemHandle
}
interface QueueDatabase extends DBSchema {
  uploads: { key: string; value: RememberedUpload }
  roots: { key: string; value: DroppedRoot }
}

export interface RememberedQueue {
  /** All that can still be resumed, in the order in which they were added, and the handles they belong to. */
  load(): Promise<{
    readonly uploads: readonly RememberedUpload[]
    readonly roots: ReadonlyMap<string, FileSystemHandle>
  }>
  put(uploads: readonly RememberedUpload[], roots?: readonly DroppedRoot[]): void
  remove(uploadIds: readonly string[]): void
}

/** Beyond the day that the server keeps an unfinished upload: a file that had not begun loses nothing by waiting. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The queue of one account, in a database of its own: another account never opens it. A browser without IndexedDB
 * costs the offer to resume, nothing else.
 */
export function openRememberedQueue(userId: string, now: () => number): RememberedQueue {
  let database: Promise<IDBPDatabase<QueueDatabase>> | null = null
  // Async: a browser that blocks IndexedDB throws at once.
  const open = async () => {
    database ??= openDB<QueueDatabase>(`holdall-uploads-${userId}`, 1, {
      upgrade(db) {
        db.createObjectStore('uploads', { keyPath: 'uploadId' })
        db.createObjectStore('roots', { keyPath: 'rootId' })
      },
    })
    return database
  }
  const write = (change: (db: IDBPDatabase<QueueDatabase>) => Promise<unknown>) => {
    void open()
      .then(change)
      .catch(() => undefined)
  }
  const expire = async (db: IDBPDatabase<QueueDatabase>, kept: readonly RememberedUpload[]) => {
    const used = new Set(kept.map(({ rootId }) => rootId))
    const known = new Set(kept.map(({ uploadId }) => uploadId))
    const transaction = db.transaction(['uploads', 'roots'], 'readwrite')
    const [uploads, roots] = [transaction.objectStore('uploads'), transaction.objectStore('roots')]
    for (const key of await uploads.getAllKeys()) if (!known.has(key)) void uploads.delete(key)
    for (const key of await roots.getAllKeys()) if (!used.has(key)) void roots.delete(key)
    await transaction.done
  }

  return {
    async load() {
      try {
        const db = await open()
        const uploads = (await db.getAll('uploads'))
          .filter(({ addedAtMs }) => now() - addedAtMs < KEPT_MS)
          .toSorted((a, b) => a.addedAtMs - b.addedAtMs || a.position - b.position)
        await expire(db, uploads)
        const roots = await db.getAll('roots')
        return { uploads, roots: new Map(roots.map(({ rootId, handle }) => [rootId, handle])) }
      } catch {
        return { uploads: [], roots: new Map() }
      }
    },
    put(uploads, roots = []) {
      write(async (db) => {
        const transaction = db.transaction(['uploads', 'roots'], 'readwrite')
        for (const root of roots) void transaction.objectStore('roots').put(root)
        for (const upload of uploads) void transaction.objectStore('uploads').put(upload)
        await transaction.done
      })
    },
    remove(uploadIds) {
      write(async (db) => {
        const transaction = db.transaction('uploads', 'readwrite')
        for (const id of uploadIds) void transaction.store.delete(id)
        await transaction.done
      })
    },
  }
}
