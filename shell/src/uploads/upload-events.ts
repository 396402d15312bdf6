import type { EventBus } from '@holdall/event-bus'
import type { SessionApi, UploadItem } from '@holdall/section'
import type { UploadResult } from './upload-runner.ts'

/** Thousands of folders may be created within seconds; their parents are reported at most this often. */
const FOLDERS_INTERVAL_MS = 1000

/**
 * Emits each uploaded file with the folder that it is in, the folders in which uploads have created others, and the
 * target folders once nothing is left to send.
 */
export function createUploadEvents(events: EventBus, session: Pick<SessionApi, 'refresh'>) {
  const targets = new Set<string | null>()
  const changedLinks = new Set<string>()
  /** Folders of uploaded paths: the first file of each may have created it. */
  const known = new Set<string>()
  /** In which some of them may have been created. */
  const parents = new Set<string | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = -Infinity

  const clearFolders = () => {
    clearTimeout(timer)
    timer = undefined
    parents.clear()
  }
  const emitParents = () => {
    lastMs = performance.now()
    const folderIds = [...parents]
    clearFolders()
    events.emit('files.changed', { folderIds })
  }
  /** Notes the parents of the folders that are new, and returns the last folder. */
  const follow = (targetId: string | null, folderIds: readonly string[]) => {
    let parentId = targetId
    for (const id of folderIds) {
      if (!known.has(id)) parents.add(parentId)
      known.add(id)
      parentId = id
    }
    if (parents.size > 0)
      timer ??= setTimeout(emitParents, Math.max(0, lastMs + FOLDERS_INTERVAL_MS - performance.now()))
    return parentId
  }
  return {
    finished(
      { kind, folderId: targetId, link }: UploadItem,
      { entryId, folderIds }: Pick<UploadResult, 'entryId' | 'folderIds'>,
    ): void {
      if (link) {
        changedLinks.add(link.token)
        events.emit('link-files.changed', link)
        return
      }
      targets.add(targetId)
      const folderId = follow(targetId, folderIds)
      if (kind === 'file') events.emit('upload.finished', { entryId, folderId })
    },
    idle(): void {
      for (const token of changedLinks) events.emit('link-files.changed', { token })
      changedLinks.clear()
      known.clear()
      if (targets.size === 0) return
      const folderIds = [...new Set([...targets, ...parents])]
      targets.clear()
      clearFolders()
      events.emit('files.changed', { folderIds })
      // Refreshes the used storage; the uploads have succeeded whether or not it can be shown.
      session.refresh().catch(() => undefined)
    },
    accountChanged(): void {
      targets.clear()
      changedLinks.clear()
      known.clear()
      clearFolders()
    },
  }
}
