import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import { second } from '../clock.ts'
import type { Db } from '../db/transact.ts'
import type { Log } from '../log.ts'
import type { FanOut, RealtimeMessage } from './fan-out.ts'

const CHANNEL = 'holdall_realtime'
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7900
/** Messages that wait for the database; with more of them clients are told to fetch again. */
const MAX_WAITING = 5000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 10 * second
/** A connection that is silently dead, and a process that was killed, are noticed after this time. */
const CHECK_MS = 15 * second
/** The database notices a machine that is gone within half a minute. */
const KEEPALIVE = 'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
/** Time for the last messages of this process when it stops. */
const CLOSE_MS = 2 * second

/** Of the connection for LISTEN: this and the id of the process. */
const APPLICATION = 'holdall-realtime'
const PEERS = `select split_part(application_name, ' ', 2) as id from pg_stat_activity
  where datname = current_database() and application_name like '${APPLICATION} %'`
const NOTIFY = 'select pg_notify($1, $2)'

const Messages = z.array(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('event'),
      userIds: z.array(z.string()),
      event: z.string(),
      data: z.unknown(),
      except: z.optional(z.string()),
    }),
    z.object({ kind: z.literal('sessions-ended'), userId: z.string() }),
    z.object({ kind: z.literal('membership-ended'), userId: z.string(), spaceId: z.string() }),
    z.object({ kind: z.literal('missed') }),
  ]),
)
/** `isLast`: the process stops, and has sent everything. */
const Payload = z.object({ from: z.string(), messages: Messages, isLast: z.optional(z.boolean()) })

interface Deps {
  readonly db: Db
  readonly databaseUrl: string
  readonly log: Log
  readonly checkMs?: number
}

/**
 * Over LISTEN and NOTIFY, with a connection of its own for LISTEN. This process does not wait for the database: its own
 * sockets get a message at once. Messages that follow each other share a notification.
 *
 * A notification is no part of the transaction that it tells of: PostgreSQL commits transactions with notifications one
 * after the other. What is lost, because the database or a process ends between the two, is found out: a process that
 * listens again, or sees that another one has ended without its last message, passes on `missed`.
 */
export function createPostgresFanOut({ db, databaseUrl, log, checkMs = CHECK_MS }: Deps): FanOut {
  const self = randomUUID()
  let listener: ((message: RealtimeMessage) => void) | undefined
  let waiting: RealtimeMessage[] = []
  let sending: Promise<void> | null = null
  let isClosed = false
  /** The other processes that listen. */
  let peers: ReadonlySet<string> = new Set()
  /** Those of them that have stopped; their connections may still be seen. */
  const stopped = new Set<string>()
  /** Those that were looked for since the last check. */
  const heard = new Set<string>()
  let client: Client | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let sendTimer: NodeJS.Timeout | undefined
  let checkTimer: NodeJS.Timeout | undefined
  let failures = 0

  function receive(text: string | undefined): void {
    const payload = Payload.safeParse(JSON.parse(text ?? 'null'))
    if (!payload.success || payload.data.from === self) return
    const { from, messages, isLast } = payload.data
    for (const message of messages) listener?.(message as RealtimeMessage)
    if (isLast) stopped.add(from)
    else if (!peers.has(from) && !heard.has(from)) {
      heard.add(from)
      if (client) void check(client)
    }
  }

  /** A process may have ended between a commit and its notification. */
  async function lookForPeers(open: Client): Promise<void> {
    const { rows } = await open.query<{ id: string }>(PEERS)
    if (client !== open) return
    const present = new Set(rows.map(({ id }) => id))
    present.delete(self)
    const isGone = (id: string) => !present.has(id)
    if ([...peers].some((id) => isGone(id) && !stopped.has(id))) {
      log.warn('another process has ended unexpectedly')
      listener?.({ kind: 'missed' })
    }
    for (const id of [...stopped].filter(isGone)) stopped.delete(id)
    heard.clear()
    peers = present
  }

  function lost(gone: Client, error: unknown): void {
    if (client !== gone) return
    client = undefined
    clearInterval(checkTimer)
    gone.removeAllListeners()
    gone.on('error', () => undefined)
    gone.end().catch(() => undefined)
    if (isClosed) return
    const delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++) * (0.5 + Math.random() / 2)
    log.warn({ err: error, delayMs: Math.round(delayMs) }, 'the connection for notifications was lost')
    retryTimer = setTimeout(() => void listen(), delayMs)
    retryTimer.unref()
  }

  /** Without traffic a dead connection is not noticed. */
  async function check(open: Client): Promise<void> {
    const timeout = setTimeout(() => lost(open, new Error('The database does not answer.')), CHECK_MS / 2)
    try {
      await lookForPeers(open)
    } catch (error) {
      lost(open, error)
    } finally {
      clearTimeout(timeout)
    }
  }

  async function listen(): Promise<void> {
    const { default: pg } = await import('pg')
    if (isClosed) return
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: `${APPLICATION} ${self}`,
      connectionTimeoutMillis: 5 * second,
      keepAlive: true,
    })
    client = next
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('The database closed the connection.')))
    next.on('notification', ({ payload }) => {
      try {
        receive(payload)
      } catch (error) {
        log.warn({ err: error }, 'a notification could not be read')
      }
    })
    try {
      await next.connect()
      await next.query(KEEPALIVE)
      await next.query(`listen ${CHANNEL}`)
      peers = new Set()
      await lookForPeers(next)
      // The others look for this process.
      await next.query(NOTIFY, [CHANNEL, payloadOf(self, '')])
    } catch (error) {
      return lost(next, error)
    }
    if (client !== next) return
    // What other processes sent in the meantime was lost.
    if (failures > 0) listener?.({ kind: 'missed' })
    failures = 0
    checkTimer = setInterval(() => void check(next), checkMs)
    checkTimer.unref()
  }

  async function sendWaiting(): Promise<void> {
    try {
      // In the next turn, so that the messages of this one share a notification.
      await new Promise((resolve) => setImmediate(resolve))
      while (waiting.length > 0) {
        const payloads = payloadsOf(self, waiting)
        waiting = []
        await sql`select pg_notify(${CHANNEL}, p) from unnest(cast(${payloads} as text[])) p`.execute(db)
      }
    } catch (error) {
      waiting = [{ kind: 'missed' }]
      log.warn({ err: error }, 'other processes could not be notified')
      if (isClosed) return
      clearTimeout(sendTimer)
      sendTimer = setTimeout(flush, MAX_RETRY_MS)
      sendTimer.unref()
    } finally {
      sending = null
    }
  }

  function flush(): void {
    sending ??= sendWaiting()
  }

  /** Sends what waits, and that it was the last. Without that the others pass on `missed`. */
  async function sendLast(open: Client | undefined): Promise<void> {
    await sending
    if (waiting.length === 0) await open?.query(NOTIFY, [CHANNEL, payloadOf(self, '', true)])
  }

  return {
    send(message) {
      listener?.(message)
      if (isClosed) return
      if (waiting.length >= MAX_WAITING) waiting = [{ kind: 'missed' }]
      waiting.push(message)
      flush()
    },
    start(next) {
      listener = next
      return listen()
    },
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      clearTimeout(sendTimer)
      clearInterval(checkTimer)
      const open = client
      client = undefined
      const timeout = new AbortController()
      await Promise.race([
        sendLast(open).catch(() => undefined),
        sleep(CLOSE_MS, undefined, { signal: timeout.signal, ref: false }).catch(() => undefined),
      ])
      timeout.abort()
      await open?.end().catch(() => undefined)
    },
  }
}

const payloadOf = (from: string, messages: string, isLast = false) =>
  `{"from":${JSON.stringify(from)},${isLast ? '"isLast":true,' : ''}"messages":[${messages}]}`

/** Packs messages into as few payloads as PostgreSQL takes. Each message is small: `createRealtime` refuses others. */
export function payloadsOf(from: string, messages: readonly RealtimeMessage[]): string[] {
  const emptyBytes = payloadOf(from, '').length
  const payloads: string[] = []
  let open = ''
  let bytes = 0
  for (const message of messages) {
    const text = JSON.stringify(message)
    const more = Buffer.byteLength(text) + 1
    if (open !== '' && emptyBytes + bytes + more > MAX_PAYLOAD_BYTES) {
      payloads.push(payloadOf(from, open))
      open = ''
      bytes = 0
    }
    open += (open === '' ? '' : ',') + text
    bytes += more
  }
  if (open !== '') payloads.push(payloadOf(from, open))
  return payloads
}
