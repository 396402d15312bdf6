import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChangeName } from '@holdall/api'

export interface RequestOrigin {
  /** The socket of the tab that sent the request. */
  readonly socketId: string | undefined
  /** What the request has changed so far. */
  readonly changed: Set<ChangeName>
  /** Resolves when the request is answered, or its connection is closed. */
  readonly answered: Promise<void>
  /** It has ended sessions. */
  endsSessions: boolean
}

/** Set while a request is handled. */
export const requestOrigin = new AsyncLocalStorage<RequestOrigin>()
