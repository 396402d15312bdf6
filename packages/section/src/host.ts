import type { ClientConfig, EmojiType, ThemeMode, User } from '@holdall/api'
import type { EventBus } from '@holdall/event-bus'
import type { ReactNode } from 'react'
import type { LinkTarget } from './link-target.ts'
import type { PopupInputs, PopupName } from './popups.ts'

/** State of the shell: read it, or subscribe to its changes. */
export interface Readable<T> {
  get(): T
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export type Session = { readonly state: 'anonymous' } | { readonly state: 'signed-in'; readonly user: User }

export interface SessionApi extends Readable<Session> {
  /** Fetches the user again, after sign-in or a change of the account. */
  refresh(): Promise<Session>
  signOut(): Promise<void>
}

export interface Preferences {
  readonly theme: ThemeMode
  /** Setting it saves it to the account of a signed-in user too. */
  readonly emojiType: EmojiType
  readonly view: 'list' | 'grid'
  readonly sort: {
    readonly field: 'name' | 'created_at' | 'modified_at' | 'size' | 'type'
    readonly direction: 'ASC' | 'DESC'
  }
  readonly detailsVisible: boolean
  readonly navigationVisible: boolean
  /** Ids of the groups of a sidebar that are collapsed. */
  readonly collapsedGroups: readonly string[]
  /** The emoji that were chosen last, newest first. */
  readonly recentEmoji: readonly string[]
  readonly cookieNoticeDismissed: boolean
  /** Whether a new notification plays a sound. */
  readonly notificationSound: boolean
}
export interface PreferencesApi extends Readable<Preferences> {
  set<K extends keyof Preferences>(name: K, value: Preferences[K]): void
}

export interface ThemeApi extends Readable<'light' | 'dark'> {
  /** Switches between light and dark and saves the choice, for a signed-in user in the account too. */
  toggle(): void
  choose(mode: ThemeMode): void
}

/** A language that the shell has messages in. */
export interface LanguageChoice {
  /** BCP 47. */
  readonly locale: string
  /** Its name in the language itself. */
  readonly name: string
}
export interface LanguageApi {
  /** Locale of this page (BCP 47). It changes only when the page is loaded again. */
  readonly locale: string
  readonly choices: readonly LanguageChoice[]
  /**
   * Saves the choice, for a signed-in user in the account too, and loads the page again in that language. While uploads
   * are running a confirmation comes first.
   */
  choose(locale: string): Promise<void>
}

export interface NavigationApi {
  /** Navigates to a named route of any section, or to an absolute path. */
  go(
    to: { readonly name: string; readonly params?: Readonly<Record<string, string>> } | string,
    options?: { readonly replace?: boolean },
  ): void
  /** Path of a named route. */
  href(name: string, params?: Readonly<Record<string, string>>): string
}

export interface AlertContent {
  readonly title: string
  readonly message?: string
  readonly tone?: 'danger' | 'success' | 'info'
  /** Label of the only button; default: the message `alerts.error_confirm` or `alerts.success_confirm`, by the tone. */
  readonly button?: string
}
export interface ConfirmContent {
  readonly title: string
  readonly message?: string
  /** Label of the confirming button, a verb: "Delete". */
  readonly confirm: string
  readonly cancel?: string
  readonly danger?: boolean
}
export interface PopupOptions {
  /** Called when the popup is closed in any way, also by another one. */
  readonly onClose?: () => void
}
export interface OverlayApi {
  /** Opens a popup by name. Loads the section that owns it where that is not loaded yet. */
  open<N extends PopupName>(name: N, input: PopupInputs[N], options?: PopupOptions): void
  alert(content: AlertContent): void
  /** Resolves to true when confirmed, to false when dismissed in any way. */
  confirm(content: ConfirmContent): Promise<boolean>
  /** Closes the topmost popup or dialog, unless it shows work in progress. */
  close(): void
  /** Shows the general error alert, and logs `error`. */
  somethingWrong(error?: unknown): void
}

export interface ToastContent {
  readonly type: 'success' | 'danger' | 'info'
  readonly message: string
  /** `isUndo`: it takes back what the message is about, by Ctrl+Z too. */
  readonly action?: { readonly label: string; readonly run: () => void; readonly isUndo?: boolean }
}
export interface ToastsApi {
  /** Shown for six seconds; stays while hovered or focused. */
  show(toast: ToastContent): void
}

export interface SpotlightApi {
  /** Opens the search, with what is possible everywhere. */
  open(): void
}

export interface NotificationsApi {
  toggle(): void
  readonly isOpen: Readable<boolean>
}

export type UploadState =
  | { readonly step: 'waiting' }
  | { readonly step: 'uploading'; readonly sent: number; readonly bytesPerSecond: number | null }
  /** The server does not answer. Resumes automatically; the files after it wait. */
  | { readonly step: 'reconnecting'; readonly sent: number }
  | { readonly step: 'paused'; readonly sent: number }
  | { readonly step: 'processing' }
  /** `savedAs`: its new name where its own was taken; null where it kept its name. */
  | { readonly step: 'done'; readonly entryId: string; readonly savedAs: string | null }
  /** `reason` is a message for people. `retry`: whether trying again may help. */
  | { readonly step: 'failed'; readonly sent: number; readonly reason: string; readonly retry: boolean }
  /**
   * Interrupted by a reload. `canContinue`: the browser kept a handle of the file and needs the user's permission to
   * read it; otherwise the same file has to be chosen again.
   */
  | { readonly step: 'interrupted'; readonly sent: number; readonly canContinue: boolean }

export interface UploadItem {
  readonly id: string
  /** `folder`: an empty folder of a dropped folder. */
  readonly kind: 'file' | 'folder'
  readonly name: string
  /** Bytes; 0 for a folder. */
  readonly size: number
  /** The link that it is sent by; absent for an upload into the user's own files. */
  readonly link?: LinkTarget
  /** Id of the target folder; null is the top of the user's space, or the folder of the link. */
  readonly folderId: string | null
  /** Name of the target folder when the upload was added; null for the top, or where it is not known. */
  readonly folderName: string | null
  /** Path from the uploaded folder, as in `/photos/2026/a.jpg`; empty for a single file. */
  readonly path: string
  readonly state: UploadState
}
export interface UploadSource {
  readonly file: File
  /** Path from the dropped or chosen folder, as in `/photos/2026/a.jpg`. Absent for a single file. */
  readonly path?: string
  /** Handle of what was dropped, where the browser has one: of the file, or of the dropped folder that it is in. */
  readonly handle?: FileSystemHandle
  /** Replaces a file of the same name, which keeps its id, its links and its earlier content as a version. */
  readonly replace?: boolean
  /** It is put beside a file of the same name, which was chosen: once it is uploaded, an Undo is offered. */
  readonly keepBoth?: boolean
}
export interface UploadOptions {
  /** Uploads by this link, signed in or not; absent: into the user's own files. */
  readonly link?: LinkTarget
  /** Name of the target folder, shown in the upload tray. */
  readonly folderName?: string | null
  /** Paths of empty folders to create, as in `/photos/2026`. */
  readonly emptyFolders?: readonly string[]
  /**
   * Set where the target folder was created to be the outermost folder of all paths, because its name was taken: the
   * folder that it was created in; null is the top. Once the files are uploaded, an Undo is offered.
   */
  readonly createdIn?: string | null
  /** True where the target folder is somebody else's, whose storage is used. */
  readonly isOthers?: boolean
}
export interface UploadsApi extends Readable<readonly UploadItem[]> {
  /** Without sources it loads the engine, which then lists what an earlier page left unfinished. */
  add(sources: readonly UploadSource[], folderId: string | null, options?: UploadOptions): void
  /** Resumes interrupted uploads with files that were chosen again, matched by path, size and modification time. */
  chooseAgain(sources: readonly UploadSource[]): void
  /** Resumes interrupted uploads by the handles that the browser kept. Has to be called in a user gesture. */
  continueAll(): void
  pause(id: string): void
  resume(id: string): void
  cancel(id: string): void
  retry(id: string): void
  /** Retries failed uploads and resumes paused ones. */
  retryAll(): void
  /** Cancels every unfinished upload and empties the list. */
  cancelAll(): void
  /** Removes finished uploads from the list. */
  clear(): void
}

export type SectionStatus =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly version: string; readonly lastGood: boolean }
  | { readonly state: 'incompatible'; readonly needs: string; readonly has: string }
  /** `reason` is technical and in English; the message for people is chosen by `problem`. */
  | {
      readonly state: 'failed'
      readonly problem: SectionProblem
      readonly reason: string
      readonly address: string | null
    }
  | { readonly state: 'disabled' }
/** Why a section failed to load. */
export type SectionProblem =
  /** The server could not read the installed version. */
  | 'broken'
  /** A file has no integrity hash, or another one than section.json says. */
  | 'integrity'
  | 'unreachable'
  | 'timeout'
  /** Its code threw while it was loaded. */
  | 'threw'
  /** Invalid: the loaded code is not a section, or has another id or version than section.json. */
  | 'mistaken'
  /** Its `start` threw or did not end in time. */
  | 'start'
export interface SectionsApi extends Readable<Readonly<Record<string, SectionStatus>>> {
  retry(id: string): void
}

export interface LogApi {
  warn(message: string, detail?: unknown): void
  error(message: string, detail?: unknown): void
}

/** What the shell offers to a section. */
export interface HostApi {
  readonly apiVersion: string
  readonly session: SessionApi
  readonly config: ClientConfig
  readonly preferences: PreferencesApi
  readonly theme: ThemeApi
  readonly language: LanguageApi
  readonly navigation: NavigationApi
  readonly overlay: OverlayApi
  readonly toasts: ToastsApi
  readonly notifications: NotificationsApi
  readonly spotlight: SpotlightApi
  readonly uploads: UploadsApi
  readonly sections: SectionsApi
  readonly events: EventBus
  readonly log: LogApi
}

export interface WithChildren {
  readonly children: ReactNode
}
