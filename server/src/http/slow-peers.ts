import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../infrastructure/log.ts'
import type { HttpLimits } from '../infrastructure/http-limits.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'

/** Ends a request whose body arrives below the least rate. */
export function watchSender(request: IncomingMessage, { uploadWindowMs, uploadMinBytes }: HttpLimits): void {
  const { socket } = request
  // An injected request has no connection.
  if (socket.bytesRead === undefined) return
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const received = socket.bytesRead - before
    before = socket.bytesRead
    // What waits here to be read, or has arrived whole, is the server's delay, not the sender's.
    if (received >= uploadMinBytes || request.readableLength > 0 || request.complete) return
    request.destroy(refuse('request-timeout'))
    // A response that went out before its request ended leaves the connection to the next request.
    socket.destroy()
  }, uploadWindowMs).unref()
  const done = () => clearInterval(timer)
  request.once('end', done)
  request.once('close', done)
}

/** Cuts a response off of which nothing is taken: its buffers are memory that an anonymous reader could hold for ever. */
export function watchReader(response: ServerResponse, { readerIdleMs }: HttpLimits, log: Log): void {
  // An injected request has no connection, and would keep the timer of an answer without a body.
  if (response.req.socket.bytesRead === undefined) return
  response.setTimeout(readerIdleMs, () => {
    log.info({ ms: readerIdleMs }, 'nothing was taken of a response: the connection is closed')
    response.destroy()
  })
}
