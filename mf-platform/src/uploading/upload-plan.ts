import { dateOfFile, type Entry, type NameConflict } from '@holdall/api'
import type { Picked } from '@holdall/file-browser'
import type { ConflictDecision, UploadSource } from '@holdall/section'

/** What is put into the target folder itself: a single file, or a folder with all that is uploaded in it. */
export interface UploadPart {
  readonly name: string
  readonly isFolder: boolean
  readonly sources: readonly UploadSource[]
  /** Paths of empty folders. */
  readonly emptyFolders: readonly string[]
}

/** What is uploaded and how, after the answers about taken names. */
export interface UploadPlan {
  /** Single files, and folders that are new or merged. */
  readonly direct: Pick<UploadPart, 'sources' | 'emptyFolders'>
  /** Folders that are put beside an item of their name. */
  readonly beside: readonly UploadPart[]
  readonly skipped: number
}

export function partsOf({ sources, emptyFolders }: Pick<Picked, 'sources' | 'emptyFolders'>): readonly UploadPart[] {
  const files: UploadPart[] = []
  const folders = new Map<string, { readonly sources: UploadSource[]; readonly emptyFolders: string[] }>()
  const folderOf = (path: string) => {
    const name = path.split('/').find((segment) => segment !== '') ?? ''
    const folder = folders.get(name) ?? { sources: [], emptyFolders: [] }
    folders.set(name, folder)
    return folder
  }
  for (const source of sources) {
    if (source.path !== undefined) folderOf(source.path).sources.push(source)
    else files.push({ name: source.file.name, isFolder: false, sources: [source], emptyFolders: [] })
  }
  for (const path of emptyFolders) folderOf(path).emptyFolders.push(path)
  return [...[...folders].map(([name, inside]) => ({ name, isFolder: true, ...inside })), ...files]
}

/** As the server stores names: without dots and spaces at the end. */
function storedName(name: string): string {
  const trimmed = name.normalize('NFC').trim()
  let end = trimmed.length
  while (end > 0 && /[.\s]/u.test(trimmed.charAt(end - 1))) end--
  return trimmed.slice(0, end)
}

/** The parts whose names `existing` has already. The id of the item is the index of the part. */
export function conflictsOf(parts: readonly UploadPart[], existing: readonly Entry[]): NameConflict[] {
  const byName = new Map(existing.map((entry) => [entry.attributes.name, entry]))
  return parts.flatMap(({ name, isFolder, sources }, at) => {
    const entry = byName.get(storedName(name))
    if (!entry) return []
    const { filesize, updated_at, modified_at } = entry.attributes
    // Browsers have no date of a folder.
    const dates = sources.flatMap(({ file }) => dateOfFile(file) ?? [])
    const newestMs = dates.length > 0 ? dates.reduce((newest, date) => Math.max(newest, date)) : Date.now()
    return {
      name: entry.attributes.name,
      item: {
        id: String(at),
        type: isFolder ? ('folder' as const) : ('file' as const),
        filesize: isFolder ? null : sources.reduce((bytes, { file }) => bytes + file.size, 0),
        updated_at: new Date(newestMs).toISOString(),
      },
      existing: { id: entry.id, type: entry.type, filesize, updated_at, ...(modified_at && { modified_at }) },
    }
  })
}

/**
 * What becomes of each part. To replace a folder by a folder is to merge both: the files in it replace those of the same
 * name. A file and a folder of one name are both kept.
 */
export function planOf(
  parts: readonly UploadPart[],
  conflicts: readonly NameConflict[],
  { choices, rest }: ConflictDecision,
): UploadPlan {
  const byId = new Map(conflicts.map((conflict) => [conflict.item.id, conflict]))
  const chosen = new Map(choices.map(({ id, on_conflict }) => [id, on_conflict]))
  const sources: UploadSource[] = []
  const emptyFolders: string[] = []
  const beside: UploadPart[] = []
  let skipped = 0
  for (const [at, part] of parts.entries()) {
    const conflict = byId.get(String(at))
    const choice = conflict && (chosen.get(String(at)) ?? rest)
    const isReplacing = choice === 'replace' && conflict?.item.type === conflict?.existing.type
    if (choice === 'skip') skipped++
    else if (conflict && !isReplacing && part.isFolder) beside.push(part)
    else {
      const how = isReplacing ? { replace: true } : conflict ? { keepBoth: true } : {}
      for (const source of part.sources) sources.push({ ...source, ...how })
      emptyFolders.push(...part.emptyFolders)
    }
  }
  return { direct: { sources, emptyFolders }, beside, skipped }
}
