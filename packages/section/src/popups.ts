import type { ConflictChoice, Entry, NameConflict, UploadRequest } from '@holdall/api'
import type { LinkTarget } from './link-target.ts'
import type { RemoteUploadCalls } from './remote-upload-calls.ts'

/** What somebody chose for items whose names are taken: for single ones, and for all that were not listed. */
export interface ConflictDecision {
  readonly choices: readonly { readonly id: string; readonly on_conflict: ConflictChoice }[]
  /** `ask`: the next ones are asked about. */
  readonly rest: ConflictChoice | 'ask'
}

/** Popup name -> the input that it is opened with. A section adds its own by declaration merging. */
export interface PopupInputs {
  /** Chooses the part of an image that becomes the profile picture, and saves it. `address`: of the image, `blob:…`. */
  'crop-avatar': { readonly address: string }
  /** Asks for the password of the user before a privileged change. `onConfirmed`: called once it was right. */
  'confirm-password': { readonly onConfirmed: () => void }
  'create-folder': {
    readonly parentId: string | null
    /** Creates it by this link; absent: in the user's own files. */
    readonly link?: LinkTarget
    /** Called with the new folder. */
    readonly onCreated?: (id: string, name: string) => void
  }
  /** Asks somebody for files by a link; they are put into the folder `parentId`, null being the top. */
  'create-file-request': { readonly parentId: string | null }
  'create-team-folder': {
    /** A folder of the user's files that becomes one; absent: a new folder is created. */
    readonly convert?: { readonly id: string; readonly name: string }
  }
  /** Members, invitations, name and appearance of a team folder, which the user owns. */
  'update-team-folder': { readonly id: string; readonly name: string }
  /** Earlier contents of a file of the user, or of a team folder in which the user may edit. */
  'file-versions': { readonly file: Entry }
  /** Sends the link of an upload request, or shows its QR code. `link`: its address, which may be a path. */
  'send-file-request': { readonly token: string; readonly name: string; readonly link: string }
  /** Changes when an upload request closes, or opens one again that has ended. */
  'file-request-end': { readonly request: UploadRequest }
  'rename-item': {
    readonly id: string
    readonly name: string
    readonly type: 'file' | 'folder'
    /** Saves the name, and rejects with an ApiError of the field `name`. Absent: of the user's own files. */
    readonly save?: (name: string) => Promise<unknown>
  }
  move: {
    readonly ids: readonly string[]
    /** The folder that they are in, null being the top; by id of each where they are in several. */
    readonly fromId: string | null | ReadonlyMap<string, string | null>
    /** Moves everything in `fromId`, which is one folder, except `ids`. */
    readonly allBut?: boolean
    /** Copies them instead. */
    readonly copy?: boolean
    /**
     * Moves them within the folder of a link, which `name` is the name of. Resolves to whether they were moved; why not
     * was shown. Absent: within the user's own files.
     */
    readonly link?: LinkTarget & {
      readonly name: string
      /** How many entries are moved. */
      readonly count: number
      readonly move: (toId: string | null) => Promise<boolean>
    }
  }
  'name-conflict': {
    readonly action: 'copy' | 'move' | 'restore' | 'upload'
    /** The first ones of `total`. */
    readonly conflicts: readonly NameConflict[]
    readonly total: number
    /** False where nothing may be replaced, as by a link; default: true. */
    readonly canReplace?: boolean
    /** Called at most once; not at all when the popup is dismissed. */
    readonly onDecide: (decision: ConflictDecision) => void
  }
  /** Lets the server fetch files from their addresses into a folder; `parentId` null is the top. */
  'remote-upload': {
    readonly parentId: string | null
    /** By a link: the name of the folder, and its calls. Absent: into the user's own files. */
    readonly link?: {
      readonly name: string
      readonly calls: RemoteUploadCalls
      /** Shows why it could not be started. */
      readonly report: (error: unknown) => void
    }
  }
  'share-create': { readonly id: string; readonly name: string; readonly type: 'file' | 'folder' }
  'share-edit': { readonly id: string; readonly name: string; readonly type: 'file' | 'folder'; readonly token: string }
}
export type PopupName = keyof PopupInputs
/**
 * Props of a popup's component, which renders the `Dialog` of `@holdall/ui` with `open` and `onClose={close}`. The
 * shell loads the component, stacks popups and shows an error when loading fails.
 */
export interface PopupProps<N extends PopupName = PopupName> {
  readonly input: PopupInputs[N]
  readonly close: () => void
}
