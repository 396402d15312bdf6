import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { second } from '../../infrastructure/clock.ts'
import type { BroadcastConfig } from '../../infrastructure/config/broadcast.ts'
import { type Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import { createOutgoing } from '../../infrastructure/outgoing/outgoing.ts'
import { failureText } from '../../infrastructure/outgoing/failure-text.ts'
import { lookupOf } from '../../infrastructure/outgoing/pinned-lookup.ts'
import type { OutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { PROTOCOL_VERSION, signedQuery } from '../../infrastructure/realtime/pusher-protocol.ts'

/** With the 1.5 seconds before the call, a test has failed after 10 seconds. */
const TIMEOUT_MS = 8 * second
const EVENT = 'TestWebsocketConnection'
const MAX_MESSAGE_BYTES = 100_000

type Pusher = Extract<BroadcastConfig, { driver: 'pusher' }>

const unusable = (reason: 'key' | 'unreachable' | null, detail: string): Refusal =>
  refuse('broadcast-unusable', {
    ...(reason && { text: `error.broadcast-unusable.${reason}` }),
    errors: { detail: [detail.slice(0, 500)] },
  })

interface Reach {
  readonly allow: OutgoingAllow
  /** Of the server that browsers connect to. */
  readonly addresses: readonly string[]
}

/**
 * Connects as a browser would, sends an event over the HTTP API, and waits until it arrives. Throws `broadcast-unusable`.
 */
export async function checkBroadcast(server: Pusher, { allow, addresses }: Reach): Promise<void> {
  const timeoutMs = TIMEOUT_MS
  const { host, port, tls, key } = server
  const channel = `holdall-setup-${randomUUID()}`
  const client = `protocol=${PROTOCOL_VERSION}&client=holdall&version=1.0`
  const socket = new WebSocket(`${tls ? 'wss' : 'ws'}://${host}:${port}/app/${key}?${client}`, {
    handshakeTimeout: timeoutMs,
    maxPayload: MAX_MESSAGE_BYTES,
    followRedirects: false,
    lookup: lookupOf(addresses),
  })
  const stop = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      let stage = 'no answer to the connection'
      const timer = setTimeout(
        () => reject(unusable(stage === 'no answer to the connection' ? 'unreachable' : null, stage)),
        timeoutMs,
      )
      stop.signal.addEventListener('abort', () => clearTimeout(timer))
      socket.on('error', (error) => reject(unusable('unreachable', failureText(error))))
      socket.on('close', (code) => reject(unusable('key', `the connection was closed with ${code}`)))
      socket.on('message', (data: Buffer) => {
        const message = parse(data)
        if (message.event === 'pusher:connection_established') {
          stage = 'the subscription was not confirmed'
          socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: '' } }))
        } else if (message.event === 'pusher_internal:subscription_succeeded') {
          stage = 'the event did not arrive'
          publish(server, allow, channel, stop.signal).catch(reject)
        } else if (message.event === 'pusher:error') {
          reject(unusable('key', 'the server does not accept the connection'))
        } else if (message.event === EVENT && message.channel === channel) resolve()
      })
    })
  } finally {
    stop.abort()
    socket.removeAllListeners()
    // An error that comes after the end would end the process.
    socket.on('error', () => undefined)
    socket.terminate()
  }
}

interface Message {
  readonly event?: unknown
  readonly channel?: unknown
  readonly data?: unknown
}

function parse(data: Buffer): Message {
  try {
    const json: unknown = JSON.parse(data.toString())
    return typeof json === 'object' && json !== null ? json : {}
  } catch {
    return {}
  }
}

async function publish(server: Pusher, allow: OutgoingAllow, channel: string, signal: AbortSignal): Promise<void> {
  const path = `/apps/${server.appId}/events`
  const body = JSON.stringify({ name: EVENT, channels: [channel], data: '{}' })
  const url = `${server.origin}${path}?${signedQuery(server, path, body, Date.now())}`
  const answer = await createOutgoing({ allow })
    .post(url, body, signal)
    .catch((error: Error) => {
      throw unusable('unreachable', `${server.origin}: ${failureText(error.cause ?? error)}`)
    })
  answer.close()
  if (answer.status < 200 || answer.status > 299) {
    throw unusable('key', `${server.origin} answered an event with status ${answer.status}`)
  }
}
