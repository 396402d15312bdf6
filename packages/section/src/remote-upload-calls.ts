import type { RemoteUpload } from '@holdall/api'

/** The calls about remote uploads of a user, or of a visitor who has started them by a link. */
export interface RemoteUploadCalls {
  /** Of the query of the list. */
  readonly key: readonly string[]
  /** The newest first. */
  list(signal: AbortSignal): Promise<readonly RemoteUpload[]>
  /** Lets the server fetch files from their addresses into a folder; null is the top. */
  start(urls: readonly string[], parentId: string | null): Promise<RemoteUpload>
  /** Cancels one; one that has finished is removed from the list. */
  remove(id: string): Promise<unknown>
}
