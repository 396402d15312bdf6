/** Events of the last change are on their way for this long at most. */
export const LOST_AFTER_MS = 5000

export interface ClientsAccount {
  readonly email: string
  /** Each gets the events of the account. */
  readonly pages: number
}

/** What a process of clients is told to do. */
export interface ClientsTask {
  readonly url: string
  readonly key: string
  readonly password: string
  readonly accounts: readonly ClientsAccount[]
  readonly eventsPerSecond: number
  readonly seconds: number
  /** By address, of those who become members of the team folder. */
  readonly invitations: Readonly<Record<string, string>>
  /** In the team folder; one after the other is changed. */
  readonly folderIds: readonly string[]
}
/**
 * First that all are connected, then the milliseconds from each change to the last client that got it, and by folder when
 * each client got the change of it (milliseconds of `nowMs`).
 */
export type ClientsReport =
  | { readonly kind: 'connected' }
  | {
      readonly kind: 'done'
      readonly delaysMs: readonly number[]
      readonly lost: number
      readonly arrivalsMs: Readonly<Record<string, readonly number[]>>
    }

/** The same in all processes. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
