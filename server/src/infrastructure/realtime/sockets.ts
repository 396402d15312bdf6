import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'
import { second } from '../clock.ts'
import { createDeliveryQueue, type Deliveries } from './delivery-queue.ts'
import type { Log } from '../log.ts'
import type { SessionKey } from '../sessions/session.store.ts'
import {
  type AppKey,
  channelOf,
  ClientMessage,
  closeCodes,
  isSigned,
  PROTOCOL_VERSION,
  Subscription,
  Unsubscription,
  userOfChannel,
} from './pusher-protocol.ts'

export interface SocketLimits {
  /** Connections of this process. */
  readonly connections: number
  /** Of one address, or one network with IPv6: an office may have one for all. */
  readonly connectionsPerAddress: number
  readonly connectionsPerUser: number
  readonly channels: number
  /** Messages of a client in `MESSAGE_WINDOW_MS`. */
  readonly messages: number
  /** Bytes that a client has not read yet. */
  readonly bufferedBytes: number
  /** A client that was silent for this long is sent a ping. Proxies often close connections that were silent for 60 s. */
  readonly activityMs: number
  readonly pongMs: number
  /** A connection without a channel is closed after this time. */
  readonly unsubscribedMs: number
}

export const defaultSocketLimits: SocketLimits = {
  connections: 20_000,
  connectionsPerAddress: 1000,
  connectionsPerUser: 100,
  channels: 4,
  messages: 40,
  bufferedBytes: 256 * 1024,
  activityMs: 30 * second,
  pongMs: 15 * second,
  unsubscribedMs: 60 * second,
}

const MESSAGE_WINDOW_MS = 10 * second
/** Sessions that one query checks. */
const SESSIONS_PER_QUERY = 500
/** Sessions that ended without notice, such as expired ones, are noticed after this time. */
const SESSION_CHECK_MS = 60 * second
/** Events that wait to be sent to their connections; with more of them clients are told to fetch again. */
const MAX_WAITING = 10_000
/** An event for everybody, after which each page fetches what it shows, reaches so many users in `ALL_PAUSE_MS`. */
const USERS_AT_ONCE = 250
const ALL_PAUSE_MS = 250

interface Connection {
  readonly socket: WebSocket
  readonly id: string
  readonly address: string
  readonly openedMs: number
  /** By channel, the session that authorised it. */
  readonly channels: Map<string, SessionKey>
  lastSeenMs: number
  pingedMs: number | null
  windowBeganMs: number
  messagesInWindow: number
}

export interface SocketDeps {
  readonly app: AppKey
  readonly limits: SocketLimits
  readonly log: Log
  /** The public ids of those of these sessions that have not ended. */
  readonly liveSessions: (keys: readonly SessionKey[]) => Promise<ReadonlySet<string>>
}

export interface Sockets {
  /** Takes over an open connection. Closes it where the key, the protocol or the number of connections is wrong. */
  accept(socket: WebSocket, from: { key: string; protocol: string | undefined; address: string }): void
  /** Sends an event to the sockets of these users. */
  send(userIds: readonly string[], event: string, data: unknown, except?: string): void
  /** Sends an event without data to the sockets of all users of this process. */
  sendToAll(event: string): void
  /** Tells the pages of all users, 1,000 users a second, to fetch again what they show. */
  sendMissed(): void
  /** Closes connections whose session has ended, of one user or of all. */
  checkSessions(userId?: string): Promise<void>
  readonly counts: { readonly connections: number; readonly sent: number }
  close(): void
}

/** The public id of the session that authorised a subscription; see `authoriseChannel`. */
export const sessionData = (publicId: string): string => JSON.stringify({ session: publicId })

function sessionOf(data: string | null | undefined): string | undefined {
  try {
    const { session } = JSON.parse(data ?? '{}') as { session?: unknown }
    return typeof session === 'string' ? session : undefined
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The connections of this process, and the Pusher protocol with each of them. */
export function createSockets({ app, limits, log, liveSessions }: SocketDeps): Sockets {
  const connections = new Set<Connection>()
  const byAddress = new Map<string, number>()
  const byUser = new Map<string, Set<Connection>>()
  const queue = createDeliveryQueue(MAX_WAITING)
  let sent = 0
  /** The users who are still to be told that they missed events. */
  let missed: string[] = []
  let missedTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const now = () => performance.now()

  function sendText(connection: Connection, text: string | Buffer): void {
    const { socket } = connection
    if (socket.readyState !== socket.OPEN) return
    // One that does not read what it gets would keep it in memory.
    if (socket.bufferedAmount > limits.bufferedBytes) return socket.terminate()
    socket.send(text, { binary: false })
    sent++
  }
  const reply = (connection: Connection, event: string, data: unknown, channel?: string) =>
    sendText(
      connection,
      JSON.stringify({ event, ...(channel !== undefined && { channel }), data: JSON.stringify(data) }),
    )

  /** The data is encoded once, the message once for each user. */
  function* deliveriesOf(userIds: readonly string[], event: string, data: unknown, except?: string): Deliveries {
    const end = `,"data":${JSON.stringify(JSON.stringify(data))}}`
    const begin = `{"event":${JSON.stringify(event)},"channel":`
    for (const userId of userIds) {
      const own = byUser.get(userId)
      if (!own) continue
      const message = Buffer.from(`${begin}${JSON.stringify(channelOf(userId))}${end}`)
      for (const connection of own) {
        if (connection.id === except) continue
        sendText(connection, message)
        yield
      }
    }
  }

  function send(userIds: readonly string[], event: string, data: unknown, except?: string): void {
    const known = userIds.filter((userId) => byUser.has(userId))
    if (known.length > 0 && !queue.add(deliveriesOf(known, event, data, except))) sendMissed()
  }

  function sendMissed(): void {
    if (isClosed) return
    missed = [...byUser.keys()]
    if (missedTimer === undefined) tellMissed()
  }

  function tellMissed(): void {
    missedTimer = undefined
    const some = missed.splice(-USERS_AT_ONCE)
    if (some.length > 0) send(some, 'changes.missed', {})
    if (missed.length === 0) return
    missedTimer = setTimeout(tellMissed, ALL_PAUSE_MS)
    missedTimer.unref()
  }
  // An error is the only event whose data is not a text.
  const errorText = (code: number | null, message: string) =>
    JSON.stringify({ event: 'pusher:error', data: { code, message } })
  const sendError = (connection: Connection, code: number | null, message: string) =>
    sendText(connection, errorText(code, message))

  function closeWith(socket: WebSocket, code: number, message: string): void {
    if (socket.readyState === socket.OPEN) socket.send(errorText(code, message))
    socket.close(code, message)
    // A client that does not answer the close frame keeps the connection for half a minute otherwise.
    setTimeout(() => socket.terminate(), second).unref()
  }
  const end = ({ socket }: Connection, code: number, message: string) => closeWith(socket, code, message)

  function leave(connection: Connection, channel: string): void {
    const key = connection.channels.get(channel)
    if (!key) return
    connection.channels.delete(channel)
    const own = byUser.get(key.userId)
    own?.delete(connection)
    if (own?.size === 0) byUser.delete(key.userId)
  }

  function remove(connection: Connection): void {
    if (!connections.delete(connection)) return
    for (const channel of connection.channels.keys()) leave(connection, channel)
    const left = (byAddress.get(connection.address) ?? 1) - 1
    if (left > 0) byAddress.set(connection.address, left)
    else byAddress.delete(connection.address)
  }

  async function subscribe(connection: Connection, data: unknown): Promise<void> {
    const parsed = Subscription.safeParse(data)
    if (!parsed.success) return sendError(connection, null, 'The subscription is not well-formed.')
    const { channel, channel_data: channelData } = parsed.data
    const refuse = (type: string, status: number, error: string) =>
      reply(connection, 'pusher:subscription_error', { type, error, status }, channel)
    const userId = userOfChannel(channel)
    const publicId = sessionOf(channelData)
    if (userId === null || publicId === undefined || !isSigned(app, connection.id, parsed.data)) {
      sendError(connection, closeCodes.unauthorised, `The subscription to ${channel} is not authorised.`)
      return refuse('AuthError', 401, 'The subscription is not authorised.')
    }
    if (connection.channels.has(channel))
      return reply(connection, 'pusher_internal:subscription_succeeded', {}, channel)
    const isFull =
      connection.channels.size >= limits.channels || (byUser.get(userId)?.size ?? 0) >= limits.connectionsPerUser
    if (isFull) return end(connection, closeCodes.quota, 'There are too many connections.')
    const key = { userId, publicId }
    // Before the session is read: one that ends in the meantime is found by `checkSessions`.
    connection.channels.set(channel, key)
    const own = byUser.get(userId) ?? new Set()
    byUser.set(userId, own.add(connection))
    const isLive = (await liveSessions([key])).has(publicId)
    if (!connections.has(connection)) return
    if (!isLive) return end(connection, closeCodes.unauthorised, 'The session has ended.')
    reply(connection, 'pusher_internal:subscription_succeeded', {}, channel)
  }

  function handle(connection: Connection, text: string): void {
    const message = ClientMessage.safeParse(parseJson(text))
    if (!message.success) return sendError(connection, null, 'The message is not well-formed.')
    const { event, data } = message.data
    switch (event) {
      case 'pusher:ping':
        return reply(connection, 'pusher:pong', {})
      case 'pusher:pong':
        return
      case 'pusher:subscribe':
        void subscribe(connection, data).catch((error: unknown) => {
          log.warn({ err: error }, 'a subscription failed')
          end(connection, closeCodes.overCapacity, 'The server is busy.')
        })
        return
      case 'pusher:unsubscribe': {
        const parsed = Unsubscription.safeParse(data)
        if (parsed.success) leave(connection, parsed.data.channel)
        return
      }
      default:
        sendError(connection, null, 'Clients cannot send events.')
    }
  }

  function receive(connection: Connection, text: string): void {
    const at = now()
    connection.lastSeenMs = at
    connection.pingedMs = null
    if (at - connection.windowBeganMs > MESSAGE_WINDOW_MS) {
      connection.windowBeganMs = at
      connection.messagesInWindow = 0
    }
    if (++connection.messagesInWindow > limits.messages) {
      return end(connection, closeCodes.overCapacity, 'There are too many messages.')
    }
    handle(connection, text)
  }

  function refusalOf(key: string, protocol: string | undefined, address: string): readonly [number, string] | null {
    if (isClosed) return [closeCodes.reconnect, 'The server is being restarted.']
    if (key !== app.key) return [closeCodes.unknownKey, 'The application does not exist.']
    if (protocol !== PROTOCOL_VERSION) return [closeCodes.protocol, `The protocol version is ${PROTOCOL_VERSION}.`]
    if (connections.size >= limits.connections) return [closeCodes.overCapacity, 'The server has no free connection.']
    if ((byAddress.get(address) ?? 0) >= limits.connectionsPerAddress) {
      return [closeCodes.quota, 'There are too many connections.']
    }
    return null
  }

  /** Pings silent connections, and closes those that do not answer. */
  function sweep(): void {
    const at = now()
    for (const connection of connections) {
      const { pingedMs, lastSeenMs, openedMs, channels } = connection
      if (channels.size === 0 && at - openedMs > limits.unsubscribedMs) {
        end(connection, closeCodes.unauthorised, 'No channel was subscribed to.')
      } else if (pingedMs !== null && at - pingedMs > limits.pongMs) {
        end(connection, closeCodes.pongTimeout, 'The ping was not answered.')
      } else if (pingedMs === null && at - lastSeenMs > limits.activityMs * 1.5) {
        connection.pingedMs = at
        reply(connection, 'pusher:ping', {})
      }
    }
  }

  async function endFormerSessions(some: Iterable<Connection>): Promise<void> {
    const found = Array.from(some).flatMap((connection) =>
      Array.from(connection.channels.values(), (key) => ({ connection, key })),
    )
    for (let at = 0; at < found.length; at += SESSIONS_PER_QUERY) {
      const part = found.slice(at, at + SESSIONS_PER_QUERY)
      const live = await liveSessions(part.map(({ key }) => key))
      for (const { connection, key } of part) {
        if (!live.has(key.publicId)) end(connection, closeCodes.unauthorised, 'The session has ended.')
      }
    }
  }
  const checkSessions = (userId?: string) =>
    endFormerSessions(userId === undefined ? connections : (byUser.get(userId) ?? [])).catch((error: unknown) =>
      log.warn({ err: error }, 'the sessions of sockets could not be checked'),
    )

  const timers = [
    setInterval(sweep, Math.max(10, Math.min(limits.activityMs, limits.pongMs, limits.unsubscribedMs) / 3)),
    setInterval(() => void checkSessions(), SESSION_CHECK_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    accept(socket, { key, protocol, address }) {
      // Without a listener, an error of one connection would end the process.
      socket.on('error', () => socket.terminate())
      const refusal = refusalOf(key, protocol, address)
      if (refusal) return closeWith(socket, ...refusal)
      const at = now()
      const connection: Connection = {
        socket,
        id: `${randomInt(2 ** 47)}.${randomInt(2 ** 47)}`,
        address,
        openedMs: at,
        channels: new Map(),
        lastSeenMs: at,
        pingedMs: null,
        windowBeganMs: at,
        messagesInWindow: 0,
      }
      connections.add(connection)
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      socket.on('close', () => remove(connection))
      socket.on('message', (data, isBinary) => {
        if (isBinary) return socket.close(1003, 'Messages are texts.')
        // Messages arrive until the client has answered the close frame.
        if (socket.readyState === socket.OPEN) receive(connection, (data as Buffer).toString('utf8'))
      })
      reply(connection, 'pusher:connection_established', {
        socket_id: connection.id,
        activity_timeout: Math.ceil(limits.activityMs / second),
      })
    },

    send,
    sendToAll: (event) => send([...byUser.keys()], event, {}),
    sendMissed,
    checkSessions,

    get counts() {
      return { connections: connections.size, sent }
    },

    close() {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      clearTimeout(missedTimer)
      queue.close()
      for (const connection of connections) {
        const { socket } = connection
        socket.close(closeCodes.reconnect, 'The server is being restarted.')
        setTimeout(() => socket.terminate(), second / 2).unref()
      }
    },
  }
}
