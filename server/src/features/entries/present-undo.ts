import type { HttpLimits } from '../../infrastructure/http-limits.ts'

/** What a client needs to undo a change of entries. */
interface UndoLists {
  readonly ids?: readonly string[]
  /** Those of `ids` that are folders. */
  readonly folders?: readonly string[]
  readonly renamed?: readonly { readonly id: string; readonly name: string }[]
  readonly replaced?: readonly { readonly id: string; readonly version: number }[]
  readonly trashed?: readonly string[]
}

/** The lists as the answer has them. */
interface PresentedLists {
  ids?: string[]
  folders?: string[]
  renamed?: { id: string; name: string }[]
  replaced?: { id: string; version: number }[]
  trashed?: string[]
}

/**
 * The lists that are not empty, with `ids` and `folders` in any case; none where all together are too long for an answer. With a part
 * of them a client would undo a part of the change.
 */
export function presentUndo(
  { ids, folders, renamed = [], replaced = [], trashed = [] }: UndoLists,
  { limits: { undoBytes } }: { readonly limits: Pick<HttpLimits, 'undoBytes'> },
): PresentedLists {
  let bytes = 0
  for (const list of [ids ?? [], folders ?? [], renamed, replaced, trashed]) {
    for (const item of list) {
      bytes += Buffer.byteLength(JSON.stringify(item)) + 1
      if (bytes > undoBytes) return {}
    }
  }
  return {
    ...(ids && { ids: [...ids] }),
    ...(folders && { folders: [...folders] }),
    ...(renamed.length > 0 && { renamed: [...renamed] }),
    ...(replaced.length > 0 && { replaced: [...replaced] }),
    ...(trashed.length > 0 && { trashed: [...trashed] }),
  }
}
