import type { Entry, Input, Output, publicMove, publicRemove, Selection } from '@holdall/api'
import type { ActionGroups, FileBrowserProps, Target } from '@holdall/file-browser'
import type { LinkTarget, RemoteUploadCalls } from '@holdall/section'
import type { ReactNode } from 'react'

/** The calls by which a visitor changes a folder. A folder of null is the one of the link itself. */
export interface LinkCalls {
  /** Those of the names that a folder has, as its entries. */
  taken(folderId: string | null, names: readonly string[]): Promise<readonly Entry[]>
  rename(id: string, name: string): Promise<Entry>
  move(body: Input<typeof publicMove>['body']): Promise<Output<typeof publicMove>>
  remove(selection: Selection): Promise<Output<typeof publicRemove>>
}

/** A public link that allows editing, or an upload request. */
export interface EditableLink {
  readonly target: LinkTarget
  /** Name of its folder. */
  readonly name: string
  /** Name of who owns the folder. */
  readonly owner: string
  readonly calls: LinkCalls
  /** Absent where visitors may not let the server fetch files. */
  readonly remoteUploads?: RemoteUploadCalls | undefined
  /** Fetches the link again; resolves to whether it is open as far as is known. */
  readonly recheck: () => Promise<boolean>
}

/** What a visitor may do with a folder of a link that allows editing. */
export interface FolderEditing {
  /** Actions on a target, after those of every visitor. */
  readonly changes: (target: Target) => ActionGroups
  /** The menu of what can be added. */
  readonly create: ReactNode
  readonly handlers: Pick<FileBrowserProps, 'backgroundActions' | 'movable' | 'onDelete' | 'onRename'> &
    Required<Pick<FileBrowserProps, 'onDrop'>>
  /** Lets the visitor choose files of the device, or a folder, which are uploaded. */
  readonly choose: (isFolder: boolean) => void
  /** Shown in an empty folder. */
  readonly empty: ReactNode
}
