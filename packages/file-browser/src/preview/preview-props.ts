import type { Entry } from '@holdall/api'
import type { ActionGroups } from '../browser-state/file-action.ts'

/** What the file browser gives to the component that shows a file. */
export interface PreviewProps {
  /** Id of the file in the page's address. */
  readonly id: string
  /** The loaded files of the list, in its order. */
  readonly files: readonly Entry[]
  /** Whether the list is still being loaded, so that the file may be in it. */
  readonly isLoading: boolean
  readonly actionsOf: (entry: Entry) => ActionGroups
  /** Deletes the file; absent where files cannot be deleted. */
  readonly onDelete?: ((entry: Entry) => void) | undefined
  readonly onShow: (id: string) => void
  readonly onClose: () => void
  /**
   * Fetches the file again, for an address of its bytes that is valid again; null when it is not in the list any more.
   * Rejects with an ApiError.
   */
  readonly refresh: (id: string) => Promise<Entry | null>
}
