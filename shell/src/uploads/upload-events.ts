import type { EventBus } from '@holdall/event-bus'
import type { SessionApi, UploadItem } from '@holdall/section'

/** Emits each uploaded file, and the changed folders once nothing is left to send. */
export function createUploadEvents(events: EventBus, session: Pick<SessionApi, 'refresh'>) {
  const changedFolders = new Set<string | null>()
  const changedLinks = new Set<string>()
  return {
    finished({ kind, folderId, link }: UploadItem, entryId: string): void {
      if (link) {
        changedLinks.add(link.token)
        if (kind === 'file') events.emit('link-files.changed', link)
        return
      }
      changedFolders.add(folderId)
      if (kind === 'file') events.emit('upload.finished', { entryId, folderId })
    },
    idle(): void {
      for (const token of changedLinks) events.emit('link-files.changed', { token })
      changedLinks.clear()
      if (changedFolders.size === 0) return
      const folderIds = [...changedFolders]
      changedFolders.clear()
      events.emit('files.changed', { folderIds })
      // Refreshes the used storage; the uploads have succeeded whether or not it can be shown.
      session.refresh().catch(() => undefined)
    },
    accountChanged(): void {
      changedFolders.clear()
      changedLinks.clear()
    },
  }
}
