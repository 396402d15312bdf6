import * as z from '@holdall/schema'

/** What tabs of the same Holdall tell each other. */
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

/** The tabs of this browser. A browser without BroadcastChannel has tabs that do not know of each other. */
export function createTabChannel(): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, listen() {} }
  const channel = new BroadcastChannel('holdall')
  return {
    post: (message) => {
      channel.postMessage(message)
    },
    listen: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        // A tab of another version may say something else.
        const message = TabMessage.safeParse(data)
        if (message.success) listener(message.data)
      })
    },
  }
}
