import type { Entry, Selection } from '@holdall/api'
import type { IconType } from '@holdall/ui'
import type { MenuEntry } from '@holdall/ui/menu'

/** The entries that an action acts on. */
export interface Target {
  /** Number of entries; may be more than `entries` has when `all`. */
  readonly count: number
  /** The loaded entries; without `all` these are all. */
  readonly entries: readonly Entry[]
  /** Whether all entries of the folder but some are selected; never in a list over several folders. */
  readonly all: boolean
  /** The entry, when it is exactly one and loaded. */
  readonly single: Entry | null
  /** Request bodies for the API, of at most a thousand ids each. */
  wire(): readonly Selection[]
  /** All entries; loads those that are missing. Rejects with an ApiError. */
  load(): Promise<readonly Entry[]>
  /** Opens the name of `single` for editing in its row. */
  rename(): void
  /** Clears the selection. */
  clear(): void
}

export interface FileAction {
  readonly id: string
  readonly label: string
  readonly icon: IconType
  readonly flip?: boolean
  /** Label of its key: "F2". */
  readonly shortcut?: string
  readonly danger?: boolean
  /** Why it cannot be used now; absent when it can. */
  readonly disabledReason?: string | undefined
  /** Shown in the selection bar too. */
  readonly inBar?: boolean
  readonly run: () => void
}

/** Groups of actions, with a separator between groups. */
export type ActionGroups = readonly (readonly FileAction[])[]

/** The entries of a menu with these actions. */
export function menuEntries(groups: ActionGroups): MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => [
      ...(at > 0 ? [{ kind: 'separator' as const, id: `line-${String(at)}` }] : []),
      ...group.map(({ run, inBar: _inBar, ...action }) => ({ kind: 'action' as const, ...action, onSelect: run })),
    ])
}
