import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LinkTarget } from '@holdall/section'
import type { TabLock } from './tab-lock.ts'

/** An unfinished upload of the queue, as the browser stores it across reloads. */
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
  /** The link that it is sent by. */
  readonly link?: LinkTarget
  readonly folderId: string | null
  readonly folderName: string | null
  /** Key of the dropped item among the handles; null where the browser gave none. */
  readonly rootId: string | null
  /** Whether it replaces a file of the same name. Absent in what an earlier version has stored. */
  readonly replace?: boolean
  /** Whether it was chosen to put it beside a file of the same name. */
  readonly keepBoth?: boolean
  /** Where the target folder is the outermost one of the path: the folder that it was created in. */
  readonly createdIn?: string | null
  /** The server may hold bytes of it. */
  readonly isBegun: boolean
  /** Bytes that the server has acknowledged. */
  readonly sent: number
  readonly addedAtMs: number
  /** Position among the uploads that were added with it. */
  readonly position: number
}
export interface DroppedRoot {
  readonly rootId: string
  readonly handle: FileSystemHandle
}
interface QueueDatabase extends DBSchema {
  uploads: { key: string; value: RememberedUpload }
  roots: { key: string; value: DroppedRoot }
}

export interface RememberedQueue {
  /**
   * Takes over the uploads of closed tabs that can still be resumed, in the order in which they were added, with their
   * handles. Each upload is taken over by one tab only, however many open at the same time.
   */
  claim(tab: TabLock): Promise<{
    readonly uploads: readonly RememberedUpload[]
    readonly roots: ReadonlyMap<string, FileSystemHandle>
  }>
  put(uploads: readonly RememberedUpload[], roots?: readonly DroppedRoot[]): void
  remove(uploadIds: readonly string[]): void
}

/** Longer than the day that the server keeps unfinished uploads: those that were not begun can still be sent. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The queue of one account, in a database of its own: another account never opens it. Without IndexedDB uploads work,
 * but cannot be resumed after a reload.
 */
export function openRememberedQueue(userId: string, now: () => number): RememberedQueue {
  let database: Promise<IDBPDatabase<QueueDatabase>> | null = null
  // Async, because a browser that blocks IndexedDB throws synchronously.
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
  return {
    async claim(tab) {
      try {
        const db = await open()
        // Read before the tabs are queried: a tab that opens meanwhile is not taken for a closed one.
        const tabIds = new Set((await db.getAll('uploads')).map(({ tabId }) => tabId))
        const otherTabs = tabIds.size > 0 ? await tab.otherTabs() : new Set()
        const transaction = db.transaction(['uploads', 'roots'], 'readwrite')
        const [uploads, roots] = [transaction.objectStore('uploads'), transaction.objectStore('roots')]
        const claimed: RememberedUpload[] = []
        const usedRoots = new Set<string | null>()
        for (const upload of await uploads.getAll()) {
          if (now() - upload.addedAtMs >= RETENTION_MS) {
            void uploads.delete(upload.uploadId)
            continue
          }
          usedRoots.add(upload.rootId)
          // Uploads that this tab has stored are in its list already.
          if (upload.tabId === tab.tabId) continue
          if (!tabIds.has(upload.tabId) || otherTabs.has(upload.tabId)) continue
          const own = { ...upload, tabId: tab.tabId }
          void uploads.put(own)
          claimed.push(own)
        }
        const handles = new Map<string, FileSystemHandle>()
        for (const { rootId, handle } of await roots.getAll()) {
          if (usedRoots.has(rootId)) handles.set(rootId, handle)
          else void roots.delete(rootId)
        }
        await transaction.done
        return {
          uploads: claimed.toSorted((a, b) => a.addedAtMs - b.addedAtMs || a.position - b.position),
          roots: handles,
        }
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
