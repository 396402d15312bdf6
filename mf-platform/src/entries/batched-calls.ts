import { MAX_ITEMS_PER_CALL, type Selection } from '@holdall/api'

export interface Item {
  readonly id: string
  readonly type?: string
}

export const splitIntoCalls = <T>(items: readonly T[], perCall = MAX_ITEMS_PER_CALL): T[][] =>
  Array.from({ length: Math.ceil(items.length / perCall) }, (_, call) =>
    items.slice(call * perCall, (call + 1) * perCall),
  )

export interface Renamed {
  readonly id: string
  readonly name: string
}

export interface Replaced {
  readonly id: string
  readonly version: number
}

interface Answer {
  readonly count: number
  /** Of the whole of a folder: absent where there are too many for an answer. */
  readonly ids?: readonly string[] | undefined
  /** Which of them are folders, where the server says so. */
  readonly folders?: readonly string[] | undefined
  readonly renamed?: readonly Renamed[] | undefined
  readonly replaced?: readonly Replaced[] | undefined
  readonly trashed?: readonly string[] | undefined
  readonly skipped?: number | undefined
}

export interface BatchResult {
  /** What was done before the first failure, or all of it; without what cannot be undone. */
  readonly items: readonly Item[]
  /** How many entries that was. */
  readonly count: number
  /** False where the answer had too many entries to name them. */
  readonly canUndo: boolean
  /** Those of them that were renamed, with their previous names. */
  readonly renamed: readonly Renamed[]
  /** Files whose content was replaced, with the version that has the earlier one. */
  readonly replaced: readonly Replaced[]
  /** Entries that went to the trash because they have replaced others. */
  readonly trashed: readonly string[]
  /** How many were skipped, because their names were taken. */
  readonly skipped: number
  readonly failure: { readonly error: unknown } | null
}

/** Sends one call after the other and stops at the first that fails. What was done until then can be undone. */
export async function sendAll<S extends Selection>(
  selections: readonly S[],
  call: (selection: S) => Promise<Answer>,
  /** Items of these ids, with the types that are known. */
  itemsOf: (ids: readonly string[]) => readonly Item[],
): Promise<BatchResult> {
  const items: Item[][] = []
  const allRenamed: Renamed[][] = []
  const allReplaced: Replaced[][] = []
  const allTrashed: string[][] = []
  let allSkipped = 0
  let allCount = 0
  let canUndo = true
  const result = (failure: BatchResult['failure']): BatchResult => ({
    items: items.flat(),
    count: allCount,
    canUndo,
    renamed: allRenamed.flat(),
    replaced: allReplaced.flat(),
    trashed: allTrashed.flat(),
    skipped: allSkipped,
    failure,
  })
  for (const selection of selections) {
    try {
      const { count, ids, folders, renamed = [], replaced = [], trashed = [], skipped = 0 } = await call(selection)
      allCount += count
      allSkipped += skipped
      if (ids === undefined && 'all' in selection && count > 0) canUndo = false
      allRenamed.push([...renamed])
      allReplaced.push([...replaced])
      allTrashed.push([...trashed])
      const sent = 'items' in selection ? selection.items : []
      const done = ids && new Set(ids)
      const known = sent.filter(({ id }) => done?.delete(id) ?? true).map(itemOf)
      const others = [...(done ?? [])]
      items.push([...known, ...(folders ? typedItems(others, folders) : itemsOf(others))])
    } catch (error) {
      return result({ error })
    }
  }
  return result(null)
}

/** Items of calls, of which these are folders. */
function typedItems(ids: readonly string[], folders: readonly string[]): Item[] {
  const isFolder = new Set(folders)
  return ids.map((id) => ({ id, type: isFolder.has(id) ? 'folder' : 'file' }))
}

/** Only files replace others, and are replaced. */
export const filesOf = (ids: readonly string[]): Item[] => ids.map((id) => ({ id, type: 'file' }))

export const itemOf = ({ id, type }: { id: string; type?: string | undefined }): Item => ({ id, ...(type && { type }) })
