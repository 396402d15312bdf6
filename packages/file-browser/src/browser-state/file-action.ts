import type { Entry, Selection } from '@holdall/api'
import type { IconType } from '@holdall/ui'
import type { MenuEntry } from '@holdall/ui/menu'

/** What an action is about. */
export interface Target {
  /** How many entries; more than `entries` holds when everything is selected. */
  readonly count: number
  /** Those that are loaded: every one, unless `all`. */
  readonly entries: readonly Entry[]
  readonly all: boolean
  /** The one entry, when it is one. */
  readonly single: Entry | null
  /** The bodies of the calls, of at most a thousand ids each. */
  wire(): readonly Selection[]
  /** Every entry, loaded where it is missing. */
  load(): Promise<readonly Entry[]>
  /** Opens the name of `single` for editing in its row. */
  rename(): void
  /** Selects nothing. */
  clear(): void
}

export interface FileAction {
  readonly id: string
  readonly label: string
  readonly icon: IconType
  readonly flip?: boolean
  /** Its key as shown: "F2". */
  readonly shortcut?: string
  readonly danger?: boolean
  /** Why it cannot be used now. */
  readonly disabledReason?: string | undefined
  /** Shown in the selection bar too. */
  readonly inBar?: boolean
  readonly run: () => void
}

/** Actions in the groups that a line divides. */
export type ActionGroups = readonly (readonly FileAction[])[]

export function menuEntries(groups: ActionGroups): MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => [
      ...(at > 0 ? [{ kind: 'separator' as const, id: `line-${String(at)}` }] : []),
      ...group.map(({ run, inBar: _inBar, ...action }) => ({ kind: 'action' as const, ...action, onSelect: run })),
    ])
}
