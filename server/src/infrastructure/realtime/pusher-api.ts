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

export interface PusherApi {
  publish(userIds: readonly string[], event: string, data: unknown, except?: string): void
}

/** Publishes over Pusher's HTTP API. An event that cannot be sent is dropped: clients fetch again when they reconnect. */
export function createPusherApi(server: ExternalServer, log: Log, outgoing: Pick<Outgoing, 'post'>): PusherApi {
  const path = `/apps/${server.appId}/events`
  const waiting: string[] = []
  let running = 0
  let loggedMs = -Infinity

  function warn(details: object, message: string): void {
    if (performance.now() - loggedMs < LOG_INTERVAL_MS) return
    loggedMs = performance.now()
    log.warn(details, message)
  }

  async function call(body: string): Promise<void> {
    try {
      const url = `${server.origin}${path}?${signedQuery(server, path, body, Date.now())}`
      const { status, close } = await outgoing.post(url, body, AbortSignal.timeout(TIMEOUT_MS))
      close()
      if (status < 200 || status > 299) warn({ status }, 'the broadcast server refuses events')
    } catch (error) {
      warn({ err: error }, 'the broadcast server cannot be reached')
    }
  }

  async function drain(): Promise<void> {
    running++
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) await call(body)
    running--
  }

  return {
    publish(userIds, event, data, except) {
      for (let at = 0; at < userIds.length; at += CHANNELS_PER_CALL) {
        const channels = userIds.slice(at, at + CHANNELS_PER_CALL).map(channelOf)
        const body = { name: event, channels, data: JSON.stringify(data), ...(except && { socket_id: except }) }
        if (waiting.length >= MAX_WAITING) waiting.shift()
        waiting.push(JSON.stringify(body))
        if (running < CALLS_AT_ONCE) void drain()
      }
    },
  }
}
