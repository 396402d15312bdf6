import { isReadable } from './file-handles.ts'
import type { QueuedUpload } from './queued-upload.ts'
import { openRememberedQueue, type RememberedQueue } from './remembered-queue.ts'
import type { TabLock } from './tab-lock.ts'
import type { UploadQueue } from './upload-queue.ts'

/** What the browser stores for an account. */
export interface AccountStorage {
  readonly userId: string
  readonly remembered: RememberedQueue
  /** Resolves when what an earlier page left unfinished is in the queue. */
  readonly restored: Promise<void>
}

/** Opens the storage of an account, once until the page is reloaded. */
export function createAccountStorage(
  queue: UploadQueue,
  tab: TabLock,
  now: () => number,
): (userId: string) => AccountStorage {
  const accounts = new Map<string, AccountStorage>()
  return (userId) => {
    const known = accounts.get(userId)
    if (known) return known
    const remembered = openRememberedQueue(userId, now)
    const restored = restoreUploads(remembered, tab).then((uploads) => {
      queue.dispatch({ type: 'added', userId, uploads, files: new Map() })
    })
    const opened = { userId, remembered, restored }
    accounts.set(userId, opened)
    return opened
  }
}

/** Unfinished uploads of an earlier page: waiting if the file can be read without a user gesture, else interrupted. */
async function restoreUploads(remembered: RememberedQueue, tab: TabLock): Promise<readonly QueuedUpload[]> {
  const { uploads, roots } = await remembered.claim(tab)
  const readable = new Map<string, boolean>()
  for (const [rootId, handle] of roots) readable.set(rootId, await isReadable(handle))
  return uploads.map((upload) => {
    const handle = roots.get(upload.rootId ?? '') ?? null
    const { uploadId: id, kind, name, size, link, folderId, folderName, path, sent } = upload
    const isReady = kind === 'folder' || readable.get(upload.rootId ?? '') === true
    const state = isReady
      ? ({ step: 'waiting' } as const)
      : ({ step: 'interrupted', sent, canContinue: handle !== null } as const)
    return {
      item: { id, kind, name, size, ...(link && { link }), folderId, folderName, path, state },
      file: null,
      handle,
      remembered: upload,
    }
  })
}
