import { second } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { type AppKey, channelOf, signedQuery } from './pusher-protocol.ts'

/** Another server that speaks the Pusher protocol, to which clients connect in place of this one. */
export interface ExternalServer extends AppKey {
  /** Origin of its HTTP API. */
  readonly origin: string
  readonly appId: string
}

const CHANNELS_PER_CALL = 100
const CALLS_AT_ONCE = 8
const MAX_WAITING = 2000
const TIMEOUT_MS = 5 * second
const LOG_INTERVAL_MS = 60 * second
/** After a failure, clients are told this often that they missed something, until a call succeeds. */
const RETRY_MS = 10 * second
/** Channels that are remembered for it; they are few while the server answers. */
const MAX_MISSED = 20_000

export interface PusherApi {
  publish(userIds: readonly string[], event: string, data: unknown, except?: string): void
}

interface Event {
  readonly name: string
  readonly channels: readonly string[]
  readonly data: string
  readonly socket_id?: string
}

/**
 * Publishes over Pusher's HTTP API. An event that cannot be sent is dropped; once the server answers again, its channels
 * get `changes.missed`, with which clients fetch again what they show.
 */
export function createPusherApi(
  server: ExternalServer,
  log: Log,
  outgoing: Pick<Outgoing, 'post'>,
  retryMs = RETRY_MS,
): PusherApi {
  const path = `/apps/${server.appId}/events`
  const waiting: Event[] = []
  const missed = new Set<string>()
  let running = 0
  let loggedMs = -Infinity
  let retryTimer: NodeJS.Timeout | undefined

  function warn(details: object, message: string): void {
    if (performance.now() - loggedMs < LOG_INTERVAL_MS) return
    loggedMs = performance.now()
    log.warn(details, message)
  }

  /** Returns whether the server has taken it. */
  async function call(event: Event): Promise<boolean> {
    try {
      const body = JSON.stringify(event)
      const url = `${server.origin}${path}?${signedQuery(server, path, body, Date.now())}`
      const { status, close } = await outgoing.post(url, body, AbortSignal.timeout(TIMEOUT_MS))
      close()
      if (status >= 200 && status <= 299) return true
      warn({ status }, 'the broadcast server refuses events')
    } catch (error) {
      warn({ err: error }, 'the broadcast server cannot be reached')
    }
    return false
  }

  function miss(channels: readonly string[]): void {
    for (const channel of channels) if (missed.size < MAX_MISSED) missed.add(channel)
    retryTimer ??= setTimeout(() => void tellMissed(), retryMs).unref()
  }

  async function tellMissed(): Promise<void> {
    const all = [...missed]
    missed.clear()
    retryTimer = undefined
    for (let at = 0; at < all.length; at += CHANNELS_PER_CALL) {
      const channels = all.slice(at, at + CHANNELS_PER_CALL)
      if (!(await call({ name: 'changes.missed', channels, data: '{}' }))) return miss(all.slice(at))
    }
  }

  async function drain(): Promise<void> {
    running++
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      if (!(await call(event))) miss(event.channels)
    }
    running--
  }

  return {
    publish(userIds, event, data, except) {
      for (let at = 0; at < userIds.length; at += CHANNELS_PER_CALL) {
        const channels = userIds.slice(at, at + CHANNELS_PER_CALL).map(channelOf)
        if (waiting.length >= MAX_WAITING) miss(waiting.shift()?.channels ?? [])
        waiting.push({ name: event, channels, data: JSON.stringify(data), ...(except && { socket_id: except }) })
        if (running < CALLS_AT_ONCE) void drain()
      }
    },
  }
}
