import { dateOfFile, type Entry, MAX_ITEMS_PER_CALL, type NameConflict } from '@holdall/api'
import type { Picked } from '@holdall/file-browser'
import { type UploadSource, useHost } from '@holdall/section'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import type { EditableLink, LinkCalls } from './editable-link.ts'
import { useNameQuestion } from './use-name-question.ts'

/** Those of the names that the folder has, by name; none where the server does not answer: then both files are kept. */
async function takenIn(
  calls: LinkCalls,
  folderId: string | null,
  names: readonly string[],
): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>()
  try {
    for (let at = 0; at < names.length; at += MAX_ITEMS_PER_CALL) {
      const some = names.slice(at, at + MAX_ITEMS_PER_CALL)
      for (const entry of await calls.taken(folderId, some)) found.set(entry.attributes.name, entry)
    }
  } catch {
    // The upload itself waits for the server, and says why a link does not allow it.
  }
  return found
}

/** The single files whose names are taken; the id of an item is its index. Folders are merged file by file. */
function conflictsOf(sources: readonly UploadSource[], taken: ReadonlyMap<string, Entry>): NameConflict[] {
  return sources.flatMap(({ file, path }, at) => {
    const existing = path === undefined ? taken.get(storedName(file)) : undefined
    if (!existing) return []
    const { name, filesize, updated_at, modified_at } = existing.attributes
    return {
      name,
      item: {
        id: String(at),
        type: 'file' as const,
        filesize: file.size,
        updated_at: new Date(dateOfFile(file) ?? Date.now()).toISOString(),
      },
      existing: { id: existing.id, type: existing.type, filesize, updated_at, ...(modified_at && { modified_at }) },
    }
  })
}

const storedName = ({ name }: File) => name.normalize('NFC').trim()

/** Uploads into the folder of a link. Nothing is replaced: a taken name is asked about, or becomes “name (2)”. */
export function useLinkUpload({ target: link, calls }: Pick<EditableLink, 'target' | 'calls'>) {
  const { uploads, toasts } = useHost()
  const intl = useIntl()
  const askAboutNames = useNameQuestion()
  useEffect(() => {
    // Lists what was interrupted by a reload of this page.
    uploads.add([], null, { link })
  }, [uploads, link])

  return async ({ sources, emptyFolders, unreadable }: Picked, folderId: string | null, folderName: string) => {
    const text = (id: string, count: number) => intl.formatMessage({ id }, { count })
    if (unreadable > 0) toasts.show({ type: 'danger', message: text('link.upload.unreadable', unreadable) })
    const single = sources.filter(({ path }) => path === undefined)
    const taken = await takenIn(calls, folderId, [
      ...new Set(single.map(({ file }) => storedName(file)).filter(Boolean)),
    ])
    const conflicts = conflictsOf(sources, taken)
    const answer = conflicts.length > 0 ? await askAboutNames('upload', conflicts, conflicts.length) : undefined
    // The question was closed.
    if (answer === null) return
    const isSkipped = ({ item: { id } }: NameConflict) => (answer?.choices.get(id) ?? answer?.rest) === 'skip'
    const skipped = new Set(conflicts.filter(isSkipped).map(({ item }) => Number(item.id)))
    const kept = sources.filter((_, at) => !skipped.has(at))
    if (skipped.size > 0) toasts.show({ type: 'info', message: text('link.skipped', skipped.size) })
    if (kept.length + emptyFolders.length > 0) uploads.add(kept, folderId, { link, folderName, emptyFolders })
  }
}
