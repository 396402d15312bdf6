import * as z from '@holdall/schema'

/** Ids of one kind that a message may carry. */
export const MAX_CHANGES = 500

const ChangedId = z.string().check(z.maxLength(64))
const ids = <T extends z.ZodMiniType>(one: T) => z.array(one).check(z.maxLength(MAX_CHANGES))

/** What changed in another tab, as the events of the bus say it. */
const Changes = z.object({
  files: ids(z.nullable(ChangedId)),
  shares: ids(ChangedId),
  uploads: ids(z.object({ entryId: ChangedId, folderId: z.nullable(ChangedId) })),
  trash: z.boolean(),
  favourites: z.boolean(),
  notifications: z.boolean(),
})
export type Changes = z.infer<typeof Changes>

/** Messages between tabs of the same Holdall. */
const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-out') }),
  z.object({ kind: z.literal('signed-in'), userId: z.string() }),
  z.object({ kind: z.literal('account-changed'), userId: z.string() }),
  z.object({ kind: z.literal('changed'), userId: z.string(), changes: Changes }),
  z.object({ kind: z.literal('language-chosen'), locale: z.string() }),
])
export type TabMessage = z.infer<typeof TabMessage>

export interface TabChannel {
  /** Reaches every other tab, never this one. */
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
}

/** A channel to the other tabs of this browser. Does nothing without BroadcastChannel. */
export function createTabChannel(): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, listen() {} }
  const channel = new BroadcastChannel('holdall')
  return {
    post: (message) => {
      channel.postMessage(message)
    },
    listen: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        // A tab of another version may post another kind of message.
        const message = TabMessage.safeParse(data)
        if (message.success) listener(message.data)
      })
    },
  }
}
