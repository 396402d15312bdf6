import type { Entry } from '@holdall/api'
import type { ReadFailure } from './reading/read-failure.ts'

export interface ViewerProps {
  readonly entry: Entry
  /** Address of the file's bytes. */
  readonly url: string
  /**
   * Called when the file cannot be shown. Without a reason, which elements of the browser do not give, the address is
   * requested to find it.
   */
  readonly onFailure: (failure?: ReadFailure) => void
  /** Sets what the button "Print" does; null: there is no such button. */
  readonly setPrint: (print: (() => void) | null) => void
}
