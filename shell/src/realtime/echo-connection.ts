import { authoriseChannel, type ClientConfig } from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'
import Echo from 'laravel-echo'
import Pusher from 'pusher-js'

export interface ConnectionListeners {
  /** `name` is that of the server, such as `files.changed`. */
  event(name: string, data: unknown): void
  /** The channel is subscribed to; after a lost connection again. */
  subscribed(): void
  /** The connection has ended and does not come back by itself; `isRefused`: the server no longer accepts the session. */
  ended(isRefused: boolean): void
}

export interface Connection {
  socketId(): string | undefined
  /** Ends it, without a call of `ended`. */
  close(): void
}

export type OpenConnection = (userId: string, listeners: ConnectionListeners) => Connection

/** Code of the Pusher protocol: the session is not valid, or not any more. */
const UNAUTHORISED = 4009

/** Connections to the server of the configuration, over WebSocket only. */
export function echoConnections(
  api: ApiClient,
  { key, host, port, tls }: ClientConfig['broadcasting'],
  place: Pick<Location, 'hostname' | 'port' | 'protocol'> = location,
): OpenConnection {
  const isTls = tls ?? place.protocol === 'https:'
  const socketPort = port ?? (place.port === '' ? (isTls ? 443 : 80) : Number(place.port))
  return (userId, { event, subscribed, ended }) => {
    const pusher = new Pusher(key ?? '', {
      cluster: '',
      wsHost: host ?? place.hostname,
      wsPort: socketPort,
      wssPort: socketPort,
      forceTLS: isTls,
      enabledTransports: ['ws', 'wss'],
      enableStats: false,
      channelAuthorization: {
        transport: 'ajax',
        endpoint: authoriseChannel.path,
        customHandler: ({ socketId, channelName }, done) => {
          void authorise(api, socketId, channelName, done)
        },
      },
    })
    const echo = new Echo({ broadcaster: 'pusher', client: pusher, key: key ?? '' })
    let isOver = false
    const end = (isRefused: boolean) => {
      if (isOver) return
      isOver = true
      echo.disconnect()
      ended(isRefused)
    }
    pusher.connection.bind('error', ({ data, error }: { data?: Refusal; error?: { data?: Refusal } }) => {
      if ((data ?? error?.data)?.code === UNAUTHORISED) end(true)
    })
    pusher.connection.bind('state_change', ({ current }: { current: string }) => {
      if (current === 'failed' || current === 'disconnected') end(false)
    })
    echo
      .private(`user.${userId}`)
      .listenToAll((name: string, data: unknown) => {
        if (!isOver && !name.startsWith('.pusher')) event(name.slice(1), data)
      })
      .subscribed(subscribed)
      // It is not tried again by itself: the server did not answer, or refuses the session.
      .error(() => {
        end(false)
      })
    return {
      socketId: () => echo.socketId(),
      close() {
        isOver = true
        echo.disconnect()
      },
    }
  }
}

interface Refusal {
  readonly code?: number | null
}

interface Authorisation {
  readonly auth: string
  readonly channel_data?: string
}

async function authorise(
  api: ApiClient,
  socketId: string,
  channel: string,
  done: (error: Error | null, authorisation: Authorisation | null) => void,
): Promise<void> {
  try {
    const body = { socket_id: socketId, channel_name: channel }
    const { auth, channel_data: data } = await api.call(
      authoriseChannel,
      { body },
      { headers: { 'X-Socket-ID': socketId } },
    )
    // Without `channel_data` where it has none: the library sends it as it is.
    done(null, data === undefined ? { auth } : { auth, channel_data: data })
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null)
  }
}
