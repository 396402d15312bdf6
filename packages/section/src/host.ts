import type { ClientConfig, ThemeMode, User } from '@holdall/api'
import type { EventBus } from '@holdall/event-bus'
import type { ReactNode } from 'react'
import type { PopupInputs, PopupName } from './popups.ts'

/** State of the shell: read it, or subscribe to its changes. */
export interface Readable<T> {
  get(): T
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export type Session = { readonly state: 'anonymous' } | { readonly state: 'signed-in'; readonly user: User }

export interface SessionApi extends Readable<Session> {
  /** Asks the server again, after sign-in or a change of the account. */
  refresh(): Promise<Session>
  signOut(): Promise<void>
}

export interface Preferences {
  readonly theme: ThemeMode
  readonly view: 'list' | 'grid'
  readonly sort: { readonly field: 'name' | 'created_at' | 'size'; readonly direction: 'ASC' | 'DESC' }
  readonly detailsVisible: boolean
  readonly navigationVisible: boolean
  readonly cookieNoticeDismissed: boolean
}
export interface PreferencesApi extends Readable<Preferences> {
  set<K extends keyof Preferences>(name: K, value: Preferences[K]): void
}

export interface ThemeApi extends Readable<'light' | 'dark'> {
  /** Flips between light and dark and saves the choice, for the user too when one is signed in. */
  toggle(): void
  choose(mode: ThemeMode): void
}

/** A language that the shell speaks. */
export interface LanguageChoice {
  /** BCP 47. */
  readonly locale: string
  /** Its name in the language itself. */
  readonly name: string
}
export interface LanguageApi {
  /** BCP 47, of this page. It changes by loading the page again. */
  readonly locale: string
  readonly choices: readonly LanguageChoice[]
  /**
   * Saves the choice, for the user too when one is signed in, and loads the page again in that language: at once, or
   * after a confirmation while uploads are running.
   */
  choose(locale: string): Promise<void>
}

export interface NavigationApi {
  /** `name` of a named route of any section, or an absolute path. */
  go(
    to: { readonly name: string; readonly params?: Readonly<Record<string, string>> } | string,
    options?: { readonly replace?: boolean },
  ): void
  /** Address of a named route. */
  href(name: string, params?: Readonly<Record<string, string>>): string
}

export interface AlertContent {
  readonly title: string
  readonly message?: string
  readonly tone?: 'danger' | 'success' | 'info'
  /** Label of the only button; by default `alerts.error_confirm` or `alerts.success_confirm`. */
  readonly button?: string
}
export interface ConfirmContent {
  readonly title: string
  readonly message?: string
  /** A verb: "Delete". */
  readonly confirm: string
  readonly cancel?: string
  readonly danger?: boolean
}
export interface OverlayApi {
  /** Opens a popup by name; the section that owns it is loaded when it is not there yet. */
  open<N extends PopupName>(name: N, input: PopupInputs[N]): void
  alert(content: AlertContent): void
  /** True when confirmed; false when dismissed in any way. */
  confirm(content: ConfirmContent): Promise<boolean>
  /** Closes what is on top, unless it shows that work is going on. */
  close(): void
  /** The alert for a failure that has no better words; logs the error. */
  somethingWrong(error?: unknown): void
}

export interface ToastContent {
  readonly type: 'success' | 'danger' | 'info'
  readonly message: string
  readonly action?: { readonly label: string; readonly run: () => void }
}
export interface ToastsApi {
  /** Shown for six seconds; stays while hovered or focused. */
  show(toast: ToastContent): void
}

export interface NotificationsApi {
  toggle(): void
  readonly isOpen: Readable<boolean>
}

export type UploadState =
  | { readonly step: 'waiting' }
  | { readonly step: 'uploading'; readonly sent: number; readonly bytesPerSecond: number | null }
  /** The server does not answer. It resumes by itself, and what waits behind it waits too. */
  | { readonly step: 'reconnecting'; readonly sent: number }
  | { readonly step: 'paused'; readonly sent: number }
  | { readonly step: 'processing' }
  /** `savedAs`: the name it was given because its own was taken; null where it kept its own. */
  | { readonly step: 'done'; readonly entryId: string; readonly savedAs: string | null }
  /** `retry`: trying again may help. */
  | { readonly step: 'failed'; readonly sent: number; readonly reason: string; readonly retry: boolean }
  /**
   * Left over from before a reload. `canContinue`: the browser kept a handle and needs one permission; otherwise the
   * same file has to be chosen again.
   */
  | { readonly step: 'interrupted'; readonly sent: number; readonly canContinue: boolean }

export interface UploadItem {
  readonly id: string
  /** `folder` is an empty folder of a dropped tree. */
  readonly kind: 'file' | 'folder'
  readonly name: string
  /** Bytes; 0 for a folder. */
  readonly size: number
  /** Folder that it goes to; null is the top of the home. */
  readonly folderId: string | null
  /** Name of that folder as the page knew it; null is the top of the home or unknown. */
  readonly folderName: string | null
  /** Path inside an uploaded folder, as in `/photos/2026/a.jpg`; empty for a plain file. */
  readonly path: string
  readonly state: UploadState
}
export interface UploadSource {
  readonly file: File
  /** `/photos/2026/a.jpg` for a file out of a folder. */
  readonly path?: string
  /** What was dropped, where the browser gives it: the file itself, or the topmost folder that holds it. */
  readonly handle?: FileSystemHandle
}
export interface UploadOptions {
  /** Name of the target folder, for the tray. */
  readonly folderName?: string | null
  /** Empty folders of a dropped tree, as in `/photos/2026`. */
  readonly emptyFolders?: readonly string[]
}
export interface UploadsApi extends Readable<readonly UploadItem[]> {
  add(sources: readonly UploadSource[], folderId: string | null, options?: UploadOptions): void
  /** Resumes what is interrupted with files that were chosen again, matched by path, size and time. */
  chooseAgain(sources: readonly UploadSource[]): void
  /** Resumes what is interrupted through the handles that the browser kept. Call it in a user gesture. */
  continueAll(): void
  pause(id: string): void
  resume(id: string): void
  cancel(id: string): void
  retry(id: string): void
  /** Retries what failed and resumes what is paused. */
  retryAll(): void
  /** Empties the list and abandons whatever is not done. */
  cancelAll(): void
  /** Removes what is finished from the list. */
  clear(): void
}

export type SectionStatus =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly version: string; readonly lastGood: boolean }
  | { readonly state: 'incompatible'; readonly needs: string; readonly has: string }
  /** `reason` is technical and in English; the sentence for people follows from `problem`. */
  | {
      readonly state: 'failed'
      readonly problem: SectionProblem
      readonly reason: string
      readonly address: string | null
    }
  | { readonly state: 'disabled' }
/** Where loading failed, from section.json to a running section. */
export type SectionProblem =
  /** The server could not read what is installed. */
  | 'broken'
  /** No integrity, or content other than what was announced. */
  | 'integrity'
  | 'unreachable'
  | 'timeout'
  /** Its code threw while it was loaded. */
  | 'threw'
  /** What was loaded is no section, or another one, or another version. */
  | 'mistaken'
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
  readonly uploads: UploadsApi
  readonly sections: SectionsApi
  readonly events: EventBus
  readonly log: LogApi
}

export interface WithChildren {
  readonly children: ReactNode
}
