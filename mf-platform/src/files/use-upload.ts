import { type Entry, type NameConflict, takenNames } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { Picked } from '@holdall/file-browser'
import { type UploadSource, useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { splitIntoCalls } from '../entries/batched-calls.ts'
import { knownFolderName } from '../entries/cached-entries.ts'
import { useConflictQuestion } from '../name-conflicts/use-conflict-calls.ts'

/** As the server stores names: without dots and spaces at the end. */
function storedName(name: string): string {
  const trimmed = name.normalize('NFC').trim()
  let end = trimmed.length
  while (end > 0 && /[.\s]/u.test(trimmed.charAt(end - 1))) end--
  return trimmed.slice(0, end)
}

/** The entries that already have the names of these files; none where the server does not answer. */
async function entriesNamedLike(sources: readonly UploadSource[], folderId: string | null): Promise<readonly Entry[]> {
  const found: Entry[] = []
  try {
    for (const some of splitIntoCalls(sources)) {
      const names = some.map(({ file }) => file.name)
      found.push(...(await api.call(takenNames, { params: { id: folderId ?? 'all' }, body: { names } })).data)
    }
  } catch {
    // The upload itself waits for the server; then both files are kept.
  }
  return found
}

function conflictsOf(sources: readonly UploadSource[], existing: readonly Entry[]): NameConflict[] {
  const byName = new Map(existing.map((entry) => [entry.attributes.name, entry]))
  return sources.flatMap(({ file }, at) => {
    const entry = byName.get(storedName(file.name))
    if (!entry) return []
    const { name, filesize, updated_at } = entry.attributes
    const modified = new Date(file.lastModified).toISOString()
    return {
      name,
      item: { id: String(at), type: 'file' as const, filesize: file.size, updated_at: modified },
      existing: { id: entry.id, type: entry.type, filesize, updated_at },
    }
  })
}

/** Uploads files into a folder, after a question about names that are taken there. Files in folders are kept beside them. */
export function useUpload() {
  const { uploads, toasts } = useHost()
  const intl = useIntl()
  const client = useQueryClient()
  const askAbout = useConflictQuestion()

  /** Null when the question was closed. */
  const withChoices = async (
    sources: readonly UploadSource[],
    folderId: string | null,
  ): Promise<readonly UploadSource[] | null> => {
    const conflicts = conflictsOf(sources, await entriesNamedLike(sources, folderId))
    if (conflicts.length === 0) return sources
    const decision = await askAbout('upload', conflicts, conflicts.length)
    if (decision === null) return null
    const { choices, rest } = decision
    const chosen = new Map(conflicts.map(({ item }) => [item.id, rest]))
    for (const { id, on_conflict } of choices) chosen.set(id, on_conflict)
    return sources.flatMap((source, at) => {
      const choice = chosen.get(String(at))
      if (choice === 'skip') return []
      return choice === 'replace' ? { ...source, replace: true } : source
    })
  }

  return async ({ sources, emptyFolders, unreadable }: Picked, folderId: string | null): Promise<void> => {
    const folderName = folderId === null ? null : knownFolderName(client, folderId)
    if (unreadable > 0) {
      const message = intl.formatMessage({ id: 'files.upload.unreadable' }, { count: unreadable })
      toasts.show({ type: 'danger', message })
    }
    const inFolders = sources.filter(({ path }) => path !== undefined)
    const alone = sources.filter(({ path }) => path === undefined)
    const admitted = alone.length > 0 ? await withChoices(alone, folderId) : alone
    if (admitted === null) return
    const all = [...admitted, ...inFolders]
    if (all.length + emptyFolders.length > 0) uploads.add(all, folderId, { folderName, emptyFolders })
  }
}
