import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../infrastructure/log.ts'
import type { HttpLimits } from '../infrastructure/http-limits.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'

/** Ends a request whose body arrives below the minimum rate. */
export function watchSender(request: IncomingMessage, { uploadWindowMs, uploadMinBytes }: HttpLimits): void {
  const { socket } = request
  // An injected request has no connection.
  if (socket.bytesRead === undefined) return
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const received = socket.bytesRead - before
    before = socket.bytesRead
    // If bytes wait to be read here, or all have arrived, the delay is the server's and not the sender's.
    if (received >= uploadMinBytes || request.readableLength > 0 || request.complete) return
    request.destroy(refuse('request-timeout'))
    // After an early response, destroying the request leaves the connection open for the next one.
    socket.destroy()
  }, uploadWindowMs).unref()
  const done = () => clearInterval(timer)
  request.once('end', done)
  request.once('close', done)
}

/** Ends a response that is not read: otherwise an anonymous reader could hold its buffers in memory forever. */
export function watchReader(response: ServerResponse, { readerIdleMs }: HttpLimits, log: Log): void {
  // An injected request has no connection, and would keep the timer of an answer without a body.
  if (response.req.socket.bytesRead === undefined) return
  response.setTimeout(readerIdleMs, () => {
    log.info({ ms: readerIdleMs }, 'a response was not read: the connection is closed')
    response.destroy()
  })
}
