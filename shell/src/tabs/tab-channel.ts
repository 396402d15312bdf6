import * as z from '@holdall/schema'

/** Messages between tabs of the same Holdall. */
const TabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-out') }),
  z.object({ kind: z.literal('signed-in'), userId: z.string() }),
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
