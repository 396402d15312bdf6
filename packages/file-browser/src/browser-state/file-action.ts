import type { Entry, Selection } from '@holdall/api'
import type { IconType } from '@holdall/ui'
import { Ellipsis } from '@holdall/ui/icons'
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
  /** Listed under "More" in long menus. */
  readonly inMore?: boolean
  readonly run: () => void
}

/** Groups of actions, with a separator between groups. */
export type ActionGroups = readonly (readonly FileAction[])[]

const entryOf = ({ run, inBar: _inBar, inMore: _inMore, ...action }: FileAction): MenuEntry => ({
  kind: 'action',
  ...action,
  onSelect: run,
})

const separated = (groups: readonly (readonly MenuEntry[])[]): MenuEntry[] =>
  groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => [...(at > 0 ? [{ kind: 'separator' as const, id: `line-${String(at)}` }] : []), ...group])

/**
 * The entries of a menu with these actions. `more` is the label of the submenu of the actions with `inMore`, which is
 * before the last group, the destructive one; without it, and where it would have a single action, they are in their
 * groups.
 */
export function menuEntries(groups: ActionGroups, more?: string): MenuEntry[] {
  const further = groups.map((group) => group.filter(({ inMore }) => inMore === true))
  if (more === undefined || further.flat().length < 2) return separated(groups.map((group) => group.map(entryOf)))
  const shown = groups.map((group) => group.filter(({ inMore }) => inMore !== true).map(entryOf))
  const before = shown.findLastIndex((group, at) => group.length > 0 && at < shown.length - 1)
  const items = separated(further.map((group) => group.map(entryOf)))
  const submenu: MenuEntry = { kind: 'submenu', id: 'more', label: more, icon: Ellipsis, items }
  return separated(shown.map((group, at) => (at === Math.max(0, before) ? [...group, submenu] : group)))
}
