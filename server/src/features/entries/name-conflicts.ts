import { type ConflictChoice, type ConflictOptions, MAX_LISTED_CONFLICTS, type NameConflict } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { type EntryRow, modifiedAtOf } from './space.store.ts'

type ConflictSide = Pick<EntryRow, 'id' | 'kind' | 'name' | 'size' | 'created_at' | 'updated_at' | 'modified_at'>

export interface NameConflicts {
  /**
   * What to do with an item whose name `existing` has. Where the caller is to be asked, it is skipped. Only the first
   * item replaces `existing`: an undo restores the content before one replacement.
   */
  decide(item: ConflictSide, existing: ConflictSide): ConflictChoice
  /** Refuses with `name-conflict` where the caller is to be asked about any of them. */
  refuseOpen(): void
}

/** The conflicts of one call. Created anew for each attempt at its transaction. */
export function createNameConflicts({ on_conflict: rule = 'keep-both', choices = [] }: ConflictOptions): NameConflicts {
  const chosen = new Map(choices.map((choice) => [choice.id, choice.on_conflict]))
  const listed: NameConflict[] = []
  const replacedIds = new Set<string>()
  let total = 0
  return {
    decide(item, existing) {
      const decided = chosen.get(item.id) ?? rule
      if (decided === 'ask') {
        total++
        const conflict = { name: item.name, item: sideOf(item), existing: sideOf(existing) }
        if (listed.length < MAX_LISTED_CONFLICTS) listed.push(conflict)
        return 'skip'
      }
      if (decided !== 'replace') return decided
      const areFiles = item.kind === 'file' && existing.kind === 'file'
      if (!areFiles || replacedIds.has(existing.id)) return 'keep-both'
      replacedIds.add(existing.id)
      return 'replace'
    },
    refuseOpen() {
      if (total > 0) throw refuse('name-conflict', { conflicts: { listed, total } })
    },
  }
}

const sideOf = (side: ConflictSide): NameConflict['item'] => ({
  id: side.id,
  ...(side.kind === 'file'
    ? { type: 'file', filesize: side.size, modified_at: new Date(modifiedAtOf(side)).toISOString() }
    : { type: 'folder', filesize: null }),
  updated_at: new Date(side.updated_at).toISOString(),
})
