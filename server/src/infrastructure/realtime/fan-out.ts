/** A message for the sockets of all server processes. */
export type RealtimeMessage =
  | {
      readonly kind: 'event'
      readonly userIds: readonly string[]
      readonly event: string
      readonly data: unknown
      /** This socket gets nothing: its client caused the event. */
      readonly except?: string | undefined
    }
  | { readonly kind: 'sessions-ended'; readonly userId: string }
  /** Transfers of a member of a team folder end with the membership. */
  | { readonly kind: 'membership-ended'; readonly userId: string; readonly spaceId: string }
  /** Messages were lost: clients fetch again what they show. */
  | { readonly kind: 'missed' }

export interface FanOut {
  /** Reaches the listeners of all processes, of this one before it returns. */
  send(message: RealtimeMessage): void
  /** Resolves once messages of other processes are received, or that did not work at first. */
  start(listener: (message: RealtimeMessage) => void): Promise<void>
  close(): Promise<void>
}

/** For SQLite, where one process has the data folder. */
export function createLocalFanOut(): FanOut {
  let listener: ((message: RealtimeMessage) => void) | undefined
  return {
    send: (message) => listener?.(message),
    start(next) {
      listener = next
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}
