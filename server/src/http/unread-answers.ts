import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpLimits } from '../infrastructure/http-limits.ts'
import type { Log } from '../infrastructure/log.ts'

interface Connection {
  readonly address: string
  readonly socket: Socket
  /** A closed connection reports no end of the answers that were queued behind the current one. */
  readonly closed: () => void
  bytes: number
}

/**
 * Limits the bytes of answers that wait in memory until their clients read them. Beyond a limit the connections that
 * have waited longest are closed, and not the newest answer refused: clients that read are served also behind the
 * address of one that does not. Streams are not counted: their source waits for the reader.
 */
export class UnreadAnswers {
  readonly #limits: Pick<HttpLimits, 'unreadBytes' | 'unreadBytesPerAddress'>
  readonly #log: Log
  /** The longest waiting first. */
  readonly #all = new Map<Socket, Connection>()
  readonly #byAddress = new Map<string, { readonly connections: Map<Socket, Connection>; bytes: number }>()
  #bytes = 0

  constructor(limits: Pick<HttpLimits, 'unreadBytes' | 'unreadBytesPerAddress'>, log: Log) {
    this.#limits = limits
    this.#log = log
  }

  /** Counts an answer of this size until it is handed to the operating system, or its connection is closed. */
  add(response: ServerResponse, address: string, bytes: number): void {
    const { socket } = response.req
    // An injected request has no connection.
    if (socket.bytesRead === undefined || socket.destroyed || bytes === 0) return
    while ((this.#byAddress.get(address)?.bytes ?? 0) + bytes > this.#limits.unreadBytesPerAddress) {
      if (!this.#closeOldest(this.#byAddress.get(address)?.connections, socket)) break
    }
    while (this.#bytes + bytes > this.#limits.unreadBytes) {
      if (!this.#closeOldest(this.#all, socket)) break
    }
    const connection = this.#connectionOf(socket, address)
    this.#count(connection, bytes)
    const read = () => {
      response.off('finish', read)
      response.off('close', read)
      // Otherwise removed with all of its answers.
      if (this.#all.get(socket) === connection) this.#count(connection, -bytes)
    }
    response.once('finish', read)
    response.once('close', read)
  }

  #connectionOf(socket: Socket, address: string): Connection {
    const known = this.#all.get(socket)
    if (known) return known
    const connection: Connection = { address, socket, bytes: 0, closed: () => this.#remove(connection) }
    this.#all.set(socket, connection)
    const ofAddress = this.#byAddress.get(address) ?? { connections: new Map<Socket, Connection>(), bytes: 0 }
    this.#byAddress.set(address, ofAddress)
    ofAddress.connections.set(socket, connection)
    socket.once('close', connection.closed)
    return connection
  }

  #count(connection: Connection, bytes: number): void {
    connection.bytes += bytes
    this.#bytes += bytes
    const ofAddress = this.#byAddress.get(connection.address)
    if (ofAddress) ofAddress.bytes += bytes
    if (connection.bytes === 0) this.#remove(connection)
  }

  #remove({ socket, address, bytes, closed }: Connection): void {
    socket.off('close', closed)
    this.#all.delete(socket)
    this.#bytes -= bytes
    const ofAddress = this.#byAddress.get(address)
    if (!ofAddress) return
    ofAddress.bytes -= bytes
    ofAddress.connections.delete(socket)
    if (ofAddress.connections.size === 0) this.#byAddress.delete(address)
  }

  /** Closes the one of these connections that has waited longest, other than this one; false where there is none. */
  #closeOldest(connections: ReadonlyMap<Socket, Connection> | undefined, except: Socket): boolean {
    for (const connection of connections?.values() ?? []) {
      if (connection.socket === except) continue
      const { address, bytes } = connection
      this.#log.info({ address, bytes }, 'answers were not read: the connection is closed')
      this.#remove(connection)
      connection.socket.destroy()
      return true
    }
    return false
  }
}

/** The bytes of an answer that are in memory. */
export function bytesInMemory(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : 0
}
