import type { UploadItem, LinkTarget, UploadSource } from '@holdall/section'
import { type QueuedUpload, withState } from './queued-upload.ts'
import type { DroppedRoot, RememberedUpload } from './remembered-queue.ts'
import { newUploadId } from './upload-id.ts'

/** The path below the target folder. */
export function targetPath({ path, createdIn }: Pick<RememberedUpload, 'path' | 'createdIn'>): string {
  if (createdIn === undefined) return path
  return path
    .split('/')
    .filter(Boolean)
    .slice(1)
    .map((name) => `/${name}`)
    .join('')
}

interface BatchOptions {
  readonly link?: LinkTarget | undefined
  readonly folderId: string | null
  readonly folderName: string | null
  readonly tabId: string
  readonly addedAtMs: number
  readonly createdIn?: string | null | undefined
}
type Added = Pick<UploadItem, 'kind' | 'name' | 'size' | 'path'> & { readonly source?: UploadSource }

/** A file that is not sent, and why, as a message for people. */
export interface RefusedFile {
  readonly source: UploadSource
  readonly reason: string
}

/** Rows of files that were refused: they are shown as failed, and neither sent nor stored. */
export function refusedUploads(files: readonly RefusedFile[], options: BatchOptions): readonly QueuedUpload[] {
  const reasons = files.map(({ reason }) => reason)
  const { uploads } = createBatch(
    files.map(({ source }) => source),
    [],
    options,
  )
  return uploads.map((upload, at) => ({
    ...withState(upload, { step: 'failed', sent: 0, reason: reasons[at] ?? '', retry: false }),
    file: null,
    handle: null,
  }))
}

/** Uploads of chosen files and empty folders, folders first, and the dropped items that the browser stores for them. */
export function createBatch(
  sources: readonly UploadSource[],
  folders: readonly string[],
  { link, folderId, folderName, tabId, addedAtMs, createdIn }: BatchOptions,
): { readonly uploads: readonly QueuedUpload[]; readonly roots: readonly DroppedRoot[] } {
  const rootIds = new Map<FileSystemHandle, string>()
  const rootIdOf = (handle: FileSystemHandle) => {
    const rootId = rootIds.get(handle) ?? newUploadId()
    rootIds.set(handle, rootId)
    return rootId
  }
  const created = createdIn === undefined ? {} : { createdIn }
  const missing = folders.filter((path) => targetPath({ path, ...created }) !== '')
  const added: readonly Added[] = [
    ...missing.map((path) => ({ kind: 'folder' as const, name: path.split('/').at(-1) ?? path, size: 0, path })),
    ...sources.map((source) => {
      const { file, path = '' } = source
      return { kind: 'file' as const, name: file.name, size: file.size, path, source }
    }),
  ]
  const uploads = added.map(({ source, ...part }, position) => {
    const file = source?.file ?? null
    const handle = source?.handle ?? null
    const uploadId = newUploadId()
    const shared = { ...part, ...(link && { link }), folderId, folderName }
    return {
      item: { ...shared, id: uploadId, state: { step: 'waiting' as const } },
      file,
      handle,
      remembered: {
        ...shared,
        uploadId,
        tabId,
        lastModified: file?.lastModified ?? 0,
        rootId: handle && rootIdOf(handle),
        ...(source?.replace && { replace: true }),
        ...(source?.keepBoth && { keepBoth: true }),
        ...created,
        isBegun: false,
        sent: 0,
        addedAtMs,
        position,
      },
    }
  })
  return { uploads, roots: [...rootIds].map(([handle, rootId]) => ({ handle, rootId })) }
}
