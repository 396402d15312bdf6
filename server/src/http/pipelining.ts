import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send the next request after the answer to the one before. */
const MAX_UNANSWERED = 32
/** Responses leave in the order of the requests: what is made earlier waits in memory, and delays other connections. */
const MAX_AT_ONCE = 4

interface Unanswered {
  beganCount: number
  /** Requests that wait for the response to an earlier one, and begin by this. */
  readonly waiting: (() => void)[]
}

/**
 * Of a connection that sends requests without waiting for the responses, handles some at a time, and closes it where it
 * has sent too many: all of them are kept in memory until they are read, several hundred bytes for each request.
 */
export function limitPipelining(server: Server): void {
  const [handle] = server.listeners('request') as [RequestListener]
  const bySocket = new WeakMap<Socket, Unanswered>()
  server.off('request', handle)
  server.on('request', (request, response) => {
    const { socket } = request
    const unanswered = bySocket.get(socket) ?? { beganCount: 0, waiting: [] }
    bySocket.set(socket, unanswered)
    if (unanswered.beganCount + unanswered.waiting.length >= MAX_UNANSWERED) {
      socket.destroy()
      return
    }
    const begin = () => {
      unanswered.beganCount++
      response.once('close', () => {
        unanswered.beganCount--
        if (!socket.destroyed) unanswered.waiting.shift()?.()
      })
      handle.call(server, request, response)
    }
    if (unanswered.beganCount < MAX_AT_ONCE) begin()
    else unanswered.waiting.push(begin)
  })
}
