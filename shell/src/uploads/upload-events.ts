import type { EventBus } from '@holdall/event-bus'
import type { SessionApi, UploadItem } from '@holdall/section'

/** Emits each uploaded file, and the changed folders once nothing is left to send. */
export function createUploadEvents(events: EventBus, session: Pick<SessionApi, 'refresh'>) {
  const changedFolders = new Set<string | null>()
  return {
    finished({ kind, folderId }: UploadItem, entryId: string): void {
      changedFolders.add(folderId)
      if (kind === 'file') events.emit('upload.finished', { entryId, folderId })
    },
    idle(): void {
      if (changedFolders.size === 0) return
      const folderIds = [...changedFolders]
      changedFolders.clear()
      events.emit('files.changed', { folderIds })
      // Refreshes the used storage; the uploads have succeeded whether or not it can be shown.
      session.refresh().catch(() => undefined)
    },
    accountChanged(): void {
      changedFolders.clear()
    },
  }
}
