import type { UploadItem, UploadState } from '@holdall/section'

/** An upload of one megabyte, named after its id. */
export const uploadItem = (id: string, state: UploadState, own: Partial<UploadItem> = {}): UploadItem => ({
  id,
  kind: 'file',
  name: `${id}.mov`,
  size: 1_000_000,
  folderId: null,
  folderName: null,
  path: '',
  state,
  ...own,
})

export const uploading = { step: 'uploading', sent: 400_000, bytesPerSecond: 100_000 } as const
export const done = { step: 'done', entryId: 'e', savedAs: null } as const
