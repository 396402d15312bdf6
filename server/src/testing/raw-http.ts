import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens on a free port of this machine, and returns it. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as { port: number }).port
}

export interface RawConnection {
  readonly socket: Socket
  /** What came back so far. */
  received(): string
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
}

/** A connection that sends any bytes, valid HTTP or not. */
export function rawConnection(port: number, text: string | Uint8Array): RawConnection {
  const socket = connect({ host: '127.0.0.1', port })
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => (received += String(chunk)))
  // A reset is one way of closing.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(text)
  return { socket, received: () => received, closed }
}

/** A connection whose receiver reads the first 64 KiB of the answer, and no further until its socket is resumed. */
export async function pausedConnection(port: number, text: string): Promise<RawConnection> {
  const connection = rawConnection(port, text)
  const { socket, received, closed } = connection
  const paused = new Promise<void>((resolve) => {
    const stop = () => {
      if (received().length <= 64 * 1024) return
      socket.pause()
      socket.off('data', stop)
      resolve()
    }
    socket.on('data', stop)
  })
  await Promise.race([paused, closed])
  return connection
}

/** The body of a raw response, as JSON. */
export const rawJson = (response: string): unknown => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))
