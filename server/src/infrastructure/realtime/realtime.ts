import type { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'
import type { BroadcastConfig } from '../config/broadcast.ts'
import type { RecordedChanges } from '../db/recorded-changes.ts'
import type { Db } from '../db/transact.ts'
import type { Log } from '../log.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secret } from '../secret.ts'
import { livePublicIds } from '../sessions/session.store.ts'
import { type ChangeEvents, createChangeEvents, eventsOf, type Origin, type RealtimeEvent } from './change-events.ts'
import { createLocalFanOut, type FanOut } from './fan-out.ts'
import { createPostgresFanOut } from './postgres-fan-out.store.ts'
import { createPusherApi, type PusherApi } from './pusher-api.ts'
import { type AppKey, channelOf, signSubscription } from './pusher-protocol.ts'
import { endFormerMemberships } from './former-memberships.store.ts'
import type { MemberTransfers, Membership } from './member-transfers.ts'
import { requestOrigin } from './request-origin.ts'
import { createSockets, defaultSocketLimits, sessionData, type SocketLimits, type Sockets } from './sockets.ts'

/** An event carries ids, and little more: larger data is fetched. */
const MAX_DATA_BYTES = 6000
/** A page handles the answer with its next cookie in this time, before it is told of what the request has ended. */
export const COOKIE_MS = 250
/** Users that one message names, so that it fits a notification of PostgreSQL. */
const USERS_PER_MESSAGE = 20

export interface Realtime {
  readonly driver: BroadcastConfig['driver']
  /** What clients connect with; null where nothing is broadcast. */
  readonly key: string | null
  /**
   * Sends an event to every open page of these users, in all server processes. The page with the socket `except` is left
   * out. Throws `RangeError` for data of more than 6,000 bytes.
   */
  publish(userIds: readonly string[], event: string, data: unknown, options?: { readonly except?: string }): void
  /** Sends an event to the pages of all users that this process has the sockets of; none by an external server. */
  publishToAll(event: string): void
  /** Publishes what a transaction has changed. */
  publishChanges(changes: RecordedChanges): void
  /** Ends the transfers of somebody who is no member of a team folder any more, in all server processes. */
  endMembership(membership: Membership): void
  /** Authorises a socket for the channel of its user, for as long as the session lasts. */
  authorise(socketId: string, userId: string, publicSessionId: string): { auth: string; channel_data?: string }
  accept: Sockets['accept'] | null
  readonly counts: Sockets['counts']
  /** Resolves once events of other processes are received: no client connects before. */
  start(): Promise<void>
  /** Closes all sockets, so that clients reconnect to another process. */
  closeSockets(): void
  /** After the last request: other processes get what it has changed. */
  close(): Promise<void>
}

interface Deps {
  readonly config: { readonly broadcast: BroadcastConfig; readonly databaseUrl: string | null }
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly log: Log
  readonly outgoing: Pick<Outgoing, 'post'>
  readonly memberTransfers: MemberTransfers
  readonly socketLimits?: Partial<SocketLimits> | undefined
}

interface Batch {
  readonly userIds: string[]
  readonly events: readonly RealtimeEvent[]
  readonly origin: Origin
}

const noCounts = { connections: 0, sent: 0 }

/** The key and the secret of this installation, the same after every start. */
const ownKey = (secret: Secret): AppKey => ({
  key: secret
    .sign('broadcast-key', '')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 20),
  secret: secret.sign('broadcast-secret', ''),
})

export function createRealtime(deps: Deps): Realtime {
  const { config, db, clock, secret, log, outgoing, memberTransfers, socketLimits } = deps
  const { broadcast } = config
  const app = broadcast.driver === 'native' ? ownKey(secret) : broadcast.driver === 'pusher' ? broadcast : null
  const sockets: Sockets | null =
    broadcast.driver === 'native' && app
      ? createSockets({
          app,
          limits: { ...defaultSocketLimits, ...socketLimits },
          log,
          liveSessions: (keys) => livePublicIds(db, keys, clock.now()),
        })
      : null
  // Also where another server has the sockets: the end of a membership concerns all processes.
  const fanOut: FanOut =
    config.databaseUrl === null
      ? createLocalFanOut()
      : createPostgresFanOut({ db, databaseUrl: config.databaseUrl, log })
  const external: PusherApi | null = broadcast.driver === 'pusher' ? createPusherApi(broadcast, log, outgoing) : null

  function publish(userIds: readonly string[], event: string, data: unknown, except?: string): void {
    external?.publish(userIds, event, data, except)
    for (let at = 0; at < userIds.length; at += USERS_PER_MESSAGE) {
      if (sockets)
        fanOut.send({ kind: 'event', userIds: userIds.slice(at, at + USERS_PER_MESSAGE), event, data, except })
    }
  }

  /** What waits for a page that handles the next cookie. */
  const delayed = new Map<NodeJS.Timeout, () => void>()

  /**
   * Runs when the request that caused it is answered: where it replaces the cookie of the page, calls of the page that
   * an event causes would be refused before.
   */
  function whenAnswered(work: () => void): void {
    const origin = requestOrigin.getStore()
    if (!origin) return work()
    void origin.answered.then(() => {
      if (!origin.endsSessions) return work()
      const timer = setTimeout(() => {
        delayed.delete(timer)
        work()
      }, COOKIE_MS)
      timer.unref()
      delayed.set(timer, work)
    })
  }

  /** What is published in this turn of the event loop: users with the same events share their messages. */
  const batches = new Map<string, Batch>()
  function publishBatches(): void {
    const some = [...batches.values()]
    batches.clear()
    for (const { userIds, events, origin } of some) {
      for (const { event, data } of events) {
        publish(userIds, event, origin === undefined ? data : { ...data, origin }, origin)
      }
    }
  }
  const changeEvents: ChangeEvents = createChangeEvents((userId, changes, origin) => {
    const events = eventsOf(changes)
    const key = JSON.stringify([origin, events])
    const batch = batches.get(key)
    if (batch) return void batch.userIds.push(userId)
    if (batches.size === 0) setImmediate(publishBatches)
    batches.set(key, { userIds: [userId], events, origin })
  })

  /** Messages of other processes were lost: those about ended sessions and memberships may be among them. */
  async function recover(): Promise<void> {
    sockets?.sendMissed()
    try {
      await Promise.all([sockets?.checkSessions(), endFormerMemberships(db, memberTransfers)])
    } catch (error) {
      log.warn({ err: error }, 'the memberships of transfers could not be checked')
    }
  }

  return {
    driver: broadcast.driver,
    key: app?.key ?? null,
    publish: (userIds, event, data, { except } = {}) => {
      if (Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES) {
        throw new RangeError(`The data of ${event} has more than ${MAX_DATA_BYTES} bytes.`)
      }
      whenAnswered(() => publish(userIds, event, data, except))
    },

    publishToAll: (event) => sockets?.sendToAll(event),

    publishChanges(changes) {
      const origin = requestOrigin.getStore()
      for (const [userId, of] of changes) {
        for (const { event } of eventsOf(of)) origin?.changed.add(changeNames[event as keyof typeof changeNames])
        if (of.sessions && origin) origin.endsSessions = true
        whenAnswered(() => {
          if (of.sessions) fanOut.send({ kind: 'sessions-ended', userId })
          // Others are not told which socket it is: who knows it could keep events from its page.
          if (app) changeEvents.add(userId, of, userId === origin?.userId ? origin?.socketId : undefined)
        })
      }
    },

    endMembership: (membership) => fanOut.send({ kind: 'membership-ended', ...membership }),

    authorise(socketId, userId, publicSessionId) {
      if (!app) throw new Error('Nothing is broadcast.')
      const channel = channelOf(userId)
      if (!sockets) return { auth: signSubscription(app, { socketId, channel }) }
      const channelData = sessionData(publicSessionId)
      return { auth: signSubscription(app, { socketId, channel, channelData }), channel_data: channelData }
    },

    accept: sockets ? (socket: WebSocket, from) => sockets.accept(socket, from) : null,
    get counts() {
      return sockets?.counts ?? noCounts
    },

    start: () =>
      fanOut.start((message) => {
        if (message.kind === 'event') sockets?.send(message.userIds, message.event, message.data, message.except)
        else if (message.kind === 'sessions-ended') void sockets?.checkSessions(message.userId)
        else if (message.kind === 'missed') void recover()
        else {
          memberTransfers.endAll(message)
          changeEvents.forgetIds(message.userId)
        }
      }),

    closeSockets: () => sockets?.close(),
    async close() {
      for (const [timer, work] of delayed) {
        clearTimeout(timer)
        work()
      }
      delayed.clear()
      changeEvents.close()
      publishBatches()
      await fanOut.close()
    },
  }
}

const changeNames = {
  'files.changed': 'files',
  'shares.changed': 'shares',
  'trash.changed': 'trash',
  'favourites.changed': 'favourites',
  'user.changed': 'user',
  'teams.changed': 'teams',
  'notifications.changed': 'notifications',
  'upload-requests.changed': 'upload-requests',
} as const
