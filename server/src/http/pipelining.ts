import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send the next request after the answer to the one before. */
const MAX_UNANSWERED = 32

/**
 * Closes connections that send requests without waiting for the responses: all of them are kept in memory until they
 * are read, several hundred bytes for each request.
 */
export function limitPipelining(server: Server): void {
  const [handle] = server.listeners('request') as [RequestListener]
  const unanswered = new WeakMap<Socket, number>()
  server.off('request', handle)
  server.on('request', (request, response) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > MAX_UNANSWERED) {
      socket.destroy()
      return
    }
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    handle.call(server, request, response)
  })
}
