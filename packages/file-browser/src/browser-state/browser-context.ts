import { createContext, use } from 'react'
import type { Entry } from '@holdall/api'
import type { Columns } from '../columns/columns.tsx'
import type { Folder } from '../folder-data/use-folder.ts'
import type { Store } from '../store.ts'
import type { ActionGroups, FileAction, Target } from './file-action.ts'
import type { SelectionState } from './selection.ts'

/** The row that the keyboard is on, and where a range began. -1 is none. */
export interface Cursor {
  readonly index: number
  readonly anchor: number
  /** Of the entry at `index`, where the rows on screen may be older than it. */
  readonly entryId?: string
}

/** A context menu: where in the window, and what it acts on. */
export interface OpenMenu {
  readonly point: { readonly x: number; readonly y: number }
  /** One entry without selecting it (touch), what is selected, or the folder itself. */
  readonly subject: Entry | 'selection' | 'background'
}

export type RowHandlers = {
  /** Opens a folder, or whatever a file does. */
  readonly onOpen: (entry: Entry) => void
  /** What can be done; read when a menu opens or the selection changes. */
  readonly actions: (target: Target) => ActionGroups
  /** The menu of the background, with nothing selected. */
  readonly backgroundActions?: (() => ActionGroups) | undefined
  /** A button of the row itself. */
  readonly quickAction?: ((entry: Entry) => FileAction | null) | undefined
  /** Resolves when the name is saved; rejects with an ApiError whose `fields.name` is shown. Absent: read-only. */
  readonly onRename?: ((entry: Entry, name: string) => Promise<unknown>) | undefined
  /** Rows can be dragged; drop targets read `dragged`. */
  readonly movable?: boolean | undefined
  /** Rows for the keyboard or for a range could not be loaded. */
  readonly onFailure: (error: unknown) => void
  /** The Delete key. */
  readonly onDelete?: ((target: Target) => void) | undefined
}

/** What the rows and bars of one browser share. It never changes: rows read its stores, never props of the list. */
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
