import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'
import { noChanges } from '../infrastructure/db/recorded-changes.ts'
import type { SignedIn, TestApp } from './test-app.ts'
import { listen } from './raw-http.ts'

export interface SocketMessage {
  readonly event: string
  readonly channel?: string
  readonly data: any // eslint-disable-line typescript/no-explicit-any -- tests look into messages freely
}

export interface SocketClient {
  readonly socket: WebSocket
  readonly id: string
  /** What the server answered the request to connect with. */
  readonly headers: IncomingHttpHeaders
  readonly messages: readonly SocketMessage[]
  send(event: string, data: unknown): void
  /** Resolves with the next message that `isWanted`, or with one that has arrived. */
  next(isWanted: (message: SocketMessage) => boolean): Promise<SocketMessage>
  /** The events of the channel so far, without those of the protocol. */
  events(): SocketMessage[]
  /** Forgets the messages so far. */
  clear(): void
  readonly closed: Promise<number>
}

const parse = (text: string): SocketMessage => {
  const message = JSON.parse(text) as { event: string; channel?: string; data: unknown }
  return { ...message, data: typeof message.data === 'string' ? JSON.parse(message.data) : message.data }
}

/** Waits until `isTrue`; fails by the time limit of the test. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const ports = new WeakMap<TestApp, Promise<number>>()
export function portOf(holdall: TestApp): Promise<number> {
  const port = ports.get(holdall) ?? listen(holdall.app)
  ports.set(holdall, port)
  return port
}

export const keyOf = (holdall: TestApp): string => holdall.services.realtime.key!

interface SocketOptions {
  readonly key?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  /** As clients do; default: true. Otherwise a slow test loses its connection. */
  readonly answersPings?: boolean
}

/** A raw connection; `id` is empty where it was refused. */
export const openSocket = async (holdall: TestApp, options: SocketOptions = {}): Promise<SocketClient> =>
  openSocketAt(`ws://127.0.0.1:${await portOf(holdall)}`, { key: keyOf(holdall), ...options })

/** The same to a server at this address. */
export async function openSocketAt(
  address: string,
  options: SocketOptions & { readonly key: string },
): Promise<SocketClient> {
  const { key, query = '?protocol=7&client=js&version=8.6.0', headers = {}, answersPings = true } = options
  const socket = new WebSocket(`${address}/app/${key}${query}`, { headers })
  let answered: IncomingHttpHeaders = {}
  socket.once('upgrade', (response) => (answered = response.headers))
  const messages: SocketMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (bytes: Buffer) => {
    const message = parse(bytes.toString('utf8'))
    messages.push(message)
    if (answersPings && message.event === 'pusher:ping') socket.send('{"event":"pusher:pong","data":{}}')
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))
  const failed = new Promise<never>((_resolve, reject) => socket.on('error', reject))
  failed.catch(() => undefined)
  const next: SocketClient['next'] = (isWanted) =>
    new Promise((resolve) => {
      const look = () => {
        const found = messages.find(isWanted)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const established = await Promise.race([
    next(({ event }) => event === 'pusher:connection_established'),
    closed.then(() => null),
    failed,
  ])
  return {
    socket,
    id: established?.data.socket_id ?? '',
    headers: answered,
    messages,
    send: (event, data) => socket.send(JSON.stringify({ event, data })),
    next,
    clear: () => void messages.splice(0),
    events: () => messages.filter(({ event }) => !event.startsWith('pusher')),
    closed,
  }
}

/** What `POST /broadcasting/auth` answers for the user's channel. */
export const authorise = (user: SignedIn, socketId: string, userId = user.userId) =>
  user.post('/broadcasting/auth', { socket_id: socketId, channel_name: `private-user.${userId}` })

/** A connection that is subscribed to the channel of its user. */
export async function subscribedSocket(
  holdall: TestApp,
  user: SignedIn,
  options?: SocketOptions,
): Promise<SocketClient> {
  const client = await openSocket(holdall, options)
  const { body } = await authorise(user, client.id)
  client.send('pusher:subscribe', { channel: `private-user.${user.userId}`, ...body })
  await client.next(({ event }) => event === 'pusher_internal:subscription_succeeded')
  return client
}

/** The events that a client got since the last call, once all changes of its user so far are published and arrived. */
export async function settledEvents(
  { services: { realtime } }: TestApp,
  client: SocketClient,
  userId: string,
): Promise<readonly SocketMessage[]> {
  const prefix = 'settled '
  const sentinel = `${prefix}${randomUUID()}`
  const entryIdsOf = ({ event, data }: SocketMessage): readonly string[] =>
    event === 'shares.changed' && data.entryIds !== 'all' ? data.entryIds : []
  // Changes that wait are published with this one, and before the event below.
  realtime.publishChanges(new Map([[userId, { ...noChanges(), shares: new Set([sentinel]) }]]))
  await client.next((message) => entryIdsOf(message).includes(sentinel))
  realtime.publish([userId], 'settled', { sentinel })
  await client.next(({ event, data }) => event === 'settled' && data.sentinel === sentinel)
  const events = client.events().flatMap((message) => {
    if (message.event === 'settled') return []
    const entryIds = entryIdsOf(message)
    if (entryIds.length === 0) return [message]
    const others = entryIds.filter((id) => !id.startsWith(prefix))
    return others.length === 0 ? [] : [{ ...message, data: { ...message.data, entryIds: others } }]
  })
  client.clear()
  return events
}
