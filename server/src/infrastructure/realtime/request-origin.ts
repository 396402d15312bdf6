import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChangeName } from '@holdall/api'

export interface RequestOrigin {
  /** The socket of the tab that sent the request, as the request says: it counts for events of `userId` only. */
  readonly socketId: string | undefined
  /** Who sent it; undefined for visitors. */
  readonly userId: string | undefined
  /** What the request has changed so far. */
  readonly changed: Set<ChangeName>
  /** Resolves when the request is answered, or its connection is closed. */
  readonly answered: Promise<void>
  /** It has ended sessions. */
  endsSessions: boolean
}

/** Set while a request is handled. */
export const requestOrigin = new AsyncLocalStorage<RequestOrigin>()
