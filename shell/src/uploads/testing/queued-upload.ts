import type { UploadItem, UploadState } from '@holdall/section'
import { uploadItem } from '../../testing/upload-item.ts'
import type { QueuedUpload } from '../queued-upload.ts'
import { fileOf } from './uploads-scene.ts'

export type OwnUpload = Partial<Omit<QueuedUpload, 'item'>> & { readonly item?: Partial<UploadItem> }

/** An upload of a file of four bytes, as it is queued when the file is chosen. */
export function queuedUpload(
  id: string,
  state: UploadState = { step: 'waiting' },
  { item: ownItem = {}, ...own }: OwnUpload = {},
): QueuedUpload {
  const item = uploadItem(id, state, { size: 4, ...ownItem })
  const { id: uploadId, state: _, ...shared } = item
  return {
    item,
    file: fileOf(item.name, '0123'),
    handle: null,
    remembered: {
      ...shared,
      uploadId,
      tabId: 'tab',
      lastModified: 1,
      rootId: null,
      isBegun: false,
      sent: 0,
      addedAtMs: 0,
      position: 0,
    },
    ...own,
  }
}
