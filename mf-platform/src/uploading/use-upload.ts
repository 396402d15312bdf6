import { createFolder, type Entry, takenNames } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { Picked } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { splitIntoCalls } from '../entries/batched-calls.ts'
import { isKnownOfOther, knownFolderName } from '../entries/cached-entries.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { useConflictQuestion } from '../name-conflicts/use-conflict-calls.ts'
import { conflictsOf, partsOf, planOf, type UploadPart } from './upload-plan.ts'

/** The entries that already have the names of these; none where the server does not answer. */
async function entriesNamedLike(parts: readonly UploadPart[], folderId: string | null): Promise<readonly Entry[]> {
  const found: Entry[] = []
  try {
    for (const some of splitIntoCalls(parts)) {
      const names = some.map(({ name }) => name)
      found.push(...(await api.call(takenNames, { params: { id: folderId ?? 'all' }, body: { names } })).data)
    }
  } catch {
    // The upload itself waits for the server; then both files are kept, and folders are merged.
  }
  return found
}

/** Uploads files and folders into a folder, after a question about names that are taken there. */
export function useUpload() {
  const { overlay, uploads, toasts, session, events } = useHost()
  const intl = useIntl()
  const client = useQueryClient()
  const report = useReportError()
  const askAbout = useConflictQuestion()

  const ownerOf = (folderId: string | null) =>
    folderId !== null && isKnownOfOther(client, folderId) ? { isOthers: true } : {}
  const restrictions = () => {
    const current = session.get()
    return current.state === 'signed-in' ? current.user.meta.restrictions : null
  }

  /** Each becomes a new folder, named by the server, into which its files are uploaded. */
  const addBeside = async (parts: readonly UploadPart[], folderId: string | null) => {
    try {
      for (const { name, sources, emptyFolders } of parts) {
        const { data } = await api.call(createFolder, { body: { name, parent_id: folderId } })
        const folderName = data.attributes.name
        uploads.add(sources, data.id, { folderName, emptyFolders, createdIn: folderId, ...ownerOf(folderId) })
      }
    } catch (error) {
      report(error)
    }
    if (parts.length > 0) events.emit('files.changed', { folderIds: [folderId] })
  }

  return async ({ sources, emptyFolders, unreadable }: Picked, folderId: string | null): Promise<void> => {
    const folderName = folderId === null ? null : knownFolderName(client, folderId)
    if (unreadable > 0) {
      const message = intl.formatMessage({ id: 'files.upload.unreadable' }, { count: unreadable })
      toasts.show({ type: 'danger', message })
    }
    if (sources.length + emptyFolders.length === 0) return
    // The engine shows why nothing can be uploaded.
    const may = restrictions()
    const owner = ownerOf(folderId)
    const isForbidden = !may?.canUpload && !(owner.isOthers && may?.cause === 'storage')
    if (!may || isForbidden) return uploads.add(sources, folderId, { folderName, emptyFolders, ...owner })
    const parts = partsOf({ sources, emptyFolders })
    if (!may.canCreateFolder && parts.some(({ isFolder }) => isFolder)) {
      const title = intl.formatMessage({ id: 'files.problem.create_folder_restricted' })
      return overlay.alert({ title, ...(may.reason && { message: may.reason }) })
    }
    const conflicts = conflictsOf(parts, await entriesNamedLike(parts, folderId))
    const decision =
      conflicts.length > 0
        ? await askAbout('upload', conflicts, conflicts.length)
        : { choices: [], rest: 'keep-both' as const }
    // The question was closed.
    if (decision === null) return
    const { direct, beside, skipped } = planOf(parts, conflicts, decision)
    if (direct.sources.length + direct.emptyFolders.length > 0) {
      uploads.add(direct.sources, folderId, { folderName, emptyFolders: direct.emptyFolders, ...owner })
    }
    if (skipped > 0) {
      toasts.show({ type: 'info', message: intl.formatMessage({ id: 'conflict.skipped' }, { count: skipped }) })
    }
    await addBeside(beside, folderId)
  }
}
