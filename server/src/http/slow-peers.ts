import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../infrastructure/log.ts'
import type { HttpLimits } from '../infrastructure/http-limits.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'

type Sender = Pick<IncomingMessage, 'readableLength' | 'complete'> & {
  once(event: 'end' | 'close', run: () => void): unknown
  readonly socket: { readonly bytesRead: number | undefined; destroy(): unknown }
  destroy(error: Error): unknown
}

/** Calls `run` at the end of each window, until the returned function is called. */
type EachWindow = (run: () => void, windowMs: number) => () => void
const eachWindow: EachWindow = (run, windowMs) => {
  const timer = setInterval(run, windowMs).unref()
  return () => clearInterval(timer)
}

/** Ends a request whose body arrives below the minimum rate. */
export function watchSender(
  request: Sender,
  { uploadWindowMs, uploadMinBytes }: Pick<HttpLimits, 'uploadWindowMs' | 'uploadMinBytes'>,
  each: EachWindow = eachWindow,
): void {
  const { socket } = request
  // An injected request has no connection.
  if (socket.bytesRead === undefined) return
  let before = socket.bytesRead
  const done = each(() => {
    const now = socket.bytesRead ?? 0
    const received = now - before
    before = now
    // If bytes wait to be read here, or all have arrived, the delay is the server's and not the sender's.
    if (received >= uploadMinBytes || request.readableLength > 0 || request.complete) return
    request.destroy(refuse('request-timeout'))
    // After an early response, destroying the request leaves the connection open for the next one.
    socket.destroy()
  }, uploadWindowMs)
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
