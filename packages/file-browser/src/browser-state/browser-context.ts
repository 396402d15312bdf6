import { createContext, type ReactNode, use } from 'react'
import type { Entry } from '@holdall/api'
import type { Readable } from '@holdall/section'
import type { Columns } from '../columns/columns.tsx'
import type { FileSource, FolderState } from '../folder-data/file-source.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import type { Store } from '../store.ts'
import type { ActionGroups, FileAction, Target } from './file-action.ts'
import type { SelectionState } from './selection.ts'

/** The row that the keyboard acts on, and the first row of a range (`anchor`). -1 is none. */
export interface Cursor {
  readonly index: number
  readonly anchor: number
  /** Id of the entry at `index`, set where the rows on the screen may not have it yet. */
  readonly entryId?: string
}

/** An open context menu: its position in pixels of the window, and what it acts on. */
export interface OpenMenu {
  readonly point: { readonly x: number; readonly y: number }
  /** One entry that is not selected (on touch), the selection, or the folder itself. */
  readonly subject: Entry | 'selection' | 'background'
}

/** What the details panel is about: a selection, or the shown folder where `target` is null. */
export interface DetailsSubject {
  readonly target: Target | null
  readonly status: Extract<FolderState, { state: 'ready' }>
}

/** The details panel beside the list. */
export interface Details {
  /** Whether it is shown in wide windows. */
  readonly isVisible: boolean
  readonly onVisible: (isVisible: boolean) => void
  readonly render: (subject: DetailsSubject) => ReactNode
}

export type RowHandlers = {
  /** Opens a folder or a file. */
  readonly onOpen: (entry: Entry) => void
  /** Shows the only selected file by Space. Absent: Space selects. */
  readonly onPreview?: ((entry: Entry) => void) | undefined
  /** The actions for a target; called when a menu opens or the selection changes. */
  readonly actions: (target: Target) => ActionGroups
  /** The actions of the background's menu, with nothing selected. Absent: no menu. */
  readonly backgroundActions?: (() => ActionGroups) | undefined
  /** The action of a button in the row; null for none. */
  readonly quickAction?: ((entry: Entry) => FileAction | null) | undefined
  /** Ids of the entries that have a star. */
  readonly favourites?: Readable<ReadonlySet<string>> | undefined
  /** Whether an entry was cut and is shown dimmed. */
  readonly cut?: Readable<(entry: Entry) => boolean> | undefined
  /** Saves a new name. Rejects with an ApiError whose `fields.name` is shown. Absent: names cannot be changed. */
  readonly onRename?: ((entry: Entry, name: string) => Promise<unknown>) | undefined
  /** Whether the name of an entry can be changed; default: all can. */
  readonly canRename?: ((entry: Entry) => boolean) | undefined
  /** Whether rows can be dragged. Drop targets read `dragged`. */
  readonly movable?: boolean | undefined
  /** Called when rows for the keyboard or for a range could not be loaded. */
  readonly onFailure: (error: unknown) => void
  /** Called for the keys of Copy and Cut, with a selection. Absent: the keys do what they do in the browser. */
  readonly onClipboard?: ((mode: 'copy' | 'cut', target: Target) => void) | undefined
  /** Called when multi-select mode is turned on or off. */
  readonly onMultiSelect?: (() => void) | undefined
  /** Called for the Delete key. */
  readonly onDelete?: ((target: Target) => void) | undefined
  /** Absent: there is no details panel. */
  readonly details?: Details | undefined
}

/** State that the rows and bars of one browser share. The object never changes; rows subscribe to its stores. */
export interface Browser {
  readonly id: string
  readonly selection: Store<SelectionState>
  /** Whether multi-select mode is on, in which a click or tap toggles the selection of a row. */
  readonly multiSelect: Store<boolean>
  readonly cursor: Store<Cursor>
  /** Id of the entry whose name is being edited. */
  readonly renaming: Store<string | null>
  readonly menu: Store<OpenMenu | null>
  /** What the details panel was opened for where the window is not wide; null while it is closed. */
  readonly details: Store<SelectionState | null>
  /** Whether rows are being loaded to be selected. */
  readonly selecting: Store<boolean>
  readonly columns: Columns
  /** Index of the entry at the top of the screen; -1 before the first list is shown. */
  readonly firstShown: Store<number>
  /** The source, folder and handlers of the last render. */
  readonly now: () => {
    readonly source: Pick<FileSource, 'isFolder'>
    readonly folder: Folder
    readonly folderId: string | null
  } & RowHandlers
  /** Returns the focus to the list. */
  readonly focus: () => void
}

export const BrowserContext = createContext<Browser | null>(null)

export function useBrowser(): Browser {
  const browser = use(BrowserContext)
  if (!browser) throw new Error('Parts of the file browser render inside FileBrowser only.')
  return browser
}
