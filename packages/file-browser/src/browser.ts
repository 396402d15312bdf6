import { createContext, use } from 'react'
import type { Entry } from '@holdall/api'
import type { ActionGroups, FileAction, Target } from './actions/action.ts'
import type { OpenMenu } from './actions/BrowserMenu.tsx'
import type { Sort, SortField } from './listing/file-source.ts'
import type { Folder } from './listing/use-folder.ts'
import type { SelectionState } from './selection/selection.ts'
import type { Store } from './store.ts'

/** The row that the keyboard is on, and where a range began. -1 is none. */
export interface Cursor {
  readonly index: number
  readonly anchor: number
}

export interface LocationColumn {
  /** What the top is called. */
  readonly home: string
  /** The address of a folder; null is the top. */
  readonly to: (folderId: string | null) => string
}

export interface Columns {
  /** A column for public links. */
  readonly shared: boolean
  readonly date: 'created_at' | 'deleted_at'
  /** A column for where trashed entries were. */
  readonly location?: LocationColumn | undefined
  /** Fields that column heads sort by. */
  readonly sortable: readonly SortField[]
}

/** Message id of the date column's head. */
export const dateLabelId = ({ date }: Columns): string =>
  date === 'deleted_at' ? 'browser.column.deleted' : 'browser.column.date'

export type RowHandlers = {
  /** Opens a folder, or whatever a file does. */
  readonly onOpen: (entry: Entry) => void
  /** What may be done; asked when a menu opens or the selection changes. */
  readonly actions: (target: Target) => ActionGroups
  /** With nothing selected: the menu of the empty ground. */
  readonly groundActions?: (() => ActionGroups) | undefined
  /** A button of the row itself. */
  readonly quickAction?: ((entry: Entry) => FileAction | null) | undefined
  /** Resolves when the name is taken over; rejects with an ApiError whose `fields.name` is shown. Absent: read-only. */
  readonly onRename?: ((entry: Entry, name: string) => Promise<unknown>) | undefined
  /** Rows can be dragged; whoever takes them reads `dragged`. */
  readonly movable?: boolean | undefined
  /** Rows that the keyboard or a range asked for could not be loaded. */
  readonly onFailure: (error: unknown) => void
  /** The Delete key. */
  readonly onDelete?: ((target: Target) => void) | undefined
}

/** What the rows and bars of one browser share. Stable for its whole life: rows read stores, never props of the list. */
export interface Browser {
  readonly id: string
  readonly selection: Store<SelectionState>
  /** In this mode a click or tap on a row selects it or takes it out. */
  readonly multiSelect: Store<boolean>
  readonly cursor: Store<Cursor>
  /** Id of the entry whose name is being edited. */
  readonly renaming: Store<string | null>
  readonly menu: Store<OpenMenu | null>
  /** A range is being loaded to be selected. */
  readonly selecting: Store<boolean>
  readonly columns: Columns
  /** The folder and handlers of the last render. */
  readonly now: () => { readonly folder: Folder; readonly folderId: string | null } & RowHandlers
  /** Returns the focus to the list. */
  readonly focus: () => void
}

export const BrowserContext = createContext<Browser | null>(null)

export function useBrowser(): Browser {
  const browser = use(BrowserContext)
  if (!browser) throw new Error('Parts of the file browser render inside FileBrowser only.')
  return browser
}

/** Pressing the head of a column: the other way round, or the field's own first direction. */
export function nextSort(sort: Sort, field: SortField): Sort {
  if (sort.field === field) return { field, direction: sort.direction === 'ASC' ? 'DESC' : 'ASC' }
  return { field, direction: field === 'name' ? 'ASC' : 'DESC' }
}
