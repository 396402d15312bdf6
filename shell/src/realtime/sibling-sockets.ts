import * as z from '@holdall/schema'

const MAX_SIBLINGS = 100
const Message = z.object({ socketId: z.string().check(z.maxLength(50)), isAnswer: z.boolean() })

export interface SiblingSockets {
  /** Tells the other tabs of this browser which socket this tab has. */
  announce(): void
  /** Whether this is the socket of another tab of this browser. */
  has(socketId: string): boolean
}

/** The sockets of the other tabs of this browser. Knows none without BroadcastChannel. */
export function createSiblingSockets(ownId: () => string | undefined): SiblingSockets {
  const known = new Set<string>()
  if (typeof BroadcastChannel === 'undefined') return { announce() {}, has: () => false }
  const channel = new BroadcastChannel('holdall-sockets')
  const post = (isAnswer: boolean) => {
    const socketId = ownId()
    if (socketId !== undefined) channel.postMessage({ socketId, isAnswer })
  }
  channel.addEventListener('message', ({ data }) => {
    const message = Message.safeParse(data)
    if (!message.success) return
    const [oldest] = known
    if (oldest !== undefined && known.size >= MAX_SIBLINGS) known.delete(oldest)
    known.add(message.data.socketId)
    if (!message.data.isAnswer) post(true)
  })
  return {
    announce: () => {
      post(false)
    },
    has: (socketId) => known.has(socketId),
  }
}
