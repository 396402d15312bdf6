import type { UploadItem, UploadSource } from '@holdall/section'
import { isReadable } from './file-handles.ts'
import { openRememberedQueue, type RememberedQueue, type RememberedUpload } from './remembered-queue.ts'
import type { TabLock } from './tab-lock.ts'

/** What the engine knows of an item beyond what it shows. */
export interface Job {
  /** Null until it was chosen again or read through its handle. */
  file: File | null
  handle: FileSystemHandle | null
  /** What the browser keeps of it. */
  remembered: RememberedUpload
}

/** The uploads of one account: those on the screen, those that wait for its next session, and what the browser keeps. */
export interface AccountQueue {
  readonly userId: string
  readonly jobs: Map<string, Job>
  readonly remembered: RememberedQueue
  /** Resolves with what an earlier page left unfinished. */
  readonly restored: Promise<readonly UploadItem[]>
  /** The list while somebody else, or nobody, is signed in. */
  away: readonly UploadItem[]
}

export function openAccountQueue(userId: string, tab: TabLock, now: () => number): AccountQueue {
  const remembered = openRememberedQueue(userId, now)
  const jobs = new Map<string, Job>()
  return { userId, jobs, remembered, restored: restore(remembered, jobs, tab), away: [] }
}

async function restore(queue: RememberedQueue, jobs: Map<string, Job>, tab: TabLock): Promise<readonly UploadItem[]> {
  const { uploads, roots } = await queue.claim(tab)
  const readable = new Map<string, boolean>()
  for (const [rootId, handle] of roots) readable.set(rootId, await isReadable(handle))
  return uploads.map((upload) => {
    const handle = roots.get(upload.rootId ?? '') ?? null
    jobs.set(upload.uploadId, { file: null, handle, remembered: upload })
    const { uploadId: id, kind, name, size, folderId, folderName, path, sent } = upload
    const isReady = kind === 'folder' || readable.get(upload.rootId ?? '') === true
    return {
      id,
      kind,
      name,
      size,
      folderId,
      folderName,
      path,
      state: isReady ? { step: 'waiting' } : { step: 'interrupted', sent, canContinue: handle !== null },
    } satisfies UploadItem
  })
}

/** The interrupted uploads that a chosen file resumes; `folderId` undefined takes those to any folder. */
export function matcher(items: readonly UploadItem[], jobs: ReadonlyMap<string, Job>) {
  const byFile = new Map<string, UploadItem[]>()
  for (const item of items) {
    const job = jobs.get(item.id)
    if (item.state.step !== 'interrupted' || !job) continue
    const key = keyOf(item.path, item.name, item.size, job.remembered.lastModified)
    byFile.set(key, [...(byFile.get(key) ?? []), item])
  }
  return ({ file, path = '' }: UploadSource, folderId?: string | null): readonly UploadItem[] =>
    (byFile.get(keyOf(path, file.name, file.size, file.lastModified)) ?? []).filter(
      (item) => folderId === undefined || item.folderId === folderId,
    )
}

const keyOf = (path: string, name: string, size: number, lastModified: number) =>
  JSON.stringify([path, name, size, lastModified])
