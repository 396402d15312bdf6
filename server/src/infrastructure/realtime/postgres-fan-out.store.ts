import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
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
/** A connection that is silently dead is noticed after this time. */
const CHECK_MS = 15 * second

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
const Payload = z.object({ from: z.string(), messages: Messages })

interface Deps {
  readonly db: Db
  readonly databaseUrl: string
  readonly log: Log
}

/**
 * Over LISTEN and NOTIFY, with a connection of its own for LISTEN. This process does not wait for the database: its own
 * sockets get a message at once. Messages that follow each other share a notification.
 */
export function createPostgresFanOut({ db, databaseUrl, log }: Deps): FanOut {
  const self = randomUUID()
  let listener: ((message: RealtimeMessage) => void) | undefined
  let waiting: RealtimeMessage[] = []
  let isSending = false
  let isClosed = false
  let client: pg.Client | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let sendTimer: NodeJS.Timeout | undefined
  let checkTimer: NodeJS.Timeout | undefined
  let failures = 0

  function receive(text: string | undefined): void {
    const payload = Payload.safeParse(JSON.parse(text ?? 'null'))
    if (!payload.success || payload.data.from === self) return
    for (const message of payload.data.messages) listener?.(message as RealtimeMessage)
  }

  function lost(gone: pg.Client, error: unknown): void {
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
  async function check(open: pg.Client): Promise<void> {
    const timeout = setTimeout(() => lost(open, new Error('The database does not answer.')), CHECK_MS / 2)
    try {
      await open.query('select 1')
    } catch (error) {
      lost(open, error)
    } finally {
      clearTimeout(timeout)
    }
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'holdall-realtime',
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
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      return lost(next, error)
    }
    // What other processes sent in the meantime was lost.
    if (failures > 0) listener?.({ kind: 'missed' })
    failures = 0
    checkTimer = setInterval(() => void check(next), CHECK_MS)
    checkTimer.unref()
  }

  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      // In the next turn, so that the messages of this one share a notification.
      await new Promise((resolve) => setImmediate(resolve))
      while (waiting.length > 0) {
        const payloads = payloadsOf(self, waiting)
        waiting = []
        await sql`select pg_notify(${CHANNEL}, p) from unnest(cast(${payloads} as text[])) p`.execute(db)
      }
    } catch (error) {
      if (!isClosed) {
        log.warn({ err: error }, 'other processes could not be notified')
        waiting = [{ kind: 'missed' }]
        clearTimeout(sendTimer)
        sendTimer = setTimeout(() => void flush(), MAX_RETRY_MS)
        sendTimer.unref()
      }
    } finally {
      isSending = false
    }
  }

  return {
    send(message) {
      listener?.(message)
      if (isClosed) return
      if (waiting.length >= MAX_WAITING) waiting = [{ kind: 'missed' }]
      waiting.push(message)
      void flush()
    },
    start(next) {
      listener = next
      void listen()
    },
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      clearTimeout(sendTimer)
      clearInterval(checkTimer)
      const open = client
      client = undefined
      await open?.end().catch(() => undefined)
    },
  }
}

/** Packs messages into as few payloads as PostgreSQL takes. Each message is small: `createRealtime` refuses others. */
export function payloadsOf(from: string, messages: readonly RealtimeMessage[]): string[] {
  const head = `{"from":${JSON.stringify(from)},"messages":[`
  const payloads: string[] = []
  let open = ''
  let bytes = 0
  for (const message of messages) {
    const text = JSON.stringify(message)
    const more = Buffer.byteLength(text) + 1
    if (open !== '' && head.length + bytes + more + 2 > MAX_PAYLOAD_BYTES) {
      payloads.push(`${head}${open}]}`)
      open = ''
      bytes = 0
    }
    open += (open === '' ? '' : ',') + text
    bytes += more
  }
  if (open !== '') payloads.push(`${head}${open}]}`)
  return payloads
}
