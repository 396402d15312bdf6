import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Socket } from 'node:net'
import { second } from '../clock.ts'
import { failureText } from '../outgoing/failure-text.ts'
import { plainHost } from '../outgoing/outgoing-allow.ts'
import { lookupOf } from '../outgoing/pinned-lookup.ts'
import type { Mail } from './mail.ts'
import type { Branding } from './mail-html.ts'
import { messageOf } from './mail-message.ts'

const TIMEOUT_MS = 10 * second

/** What a mail server did not do. The message is the server's own, without the password; `failure` has none of its words. */
export class MailServerError extends Error {
  override readonly name = 'MailServerError'
  readonly reason: 'unreachable' | 'sign-in' | 'refused'
  readonly failure: string
  constructor(reason: MailServerError['reason'], message: string, failure = message) {
    super(message)
    this.failure = failure
    this.reason = reason
  }
}

interface Attempt {
  readonly smtpUrl: string
  readonly publicUrl: string
  /** Null: the connection and the sign-in are tried only. */
  readonly mail: Mail | null
  readonly branding: Branding
  readonly timeoutMs?: number
  /** The only ones to connect to. */
  readonly addresses?: readonly string[]
}

/** Uses a mail server once. Throws `MailServerError`, after 10 seconds at the latest. */
export async function tryMailServer({
  smtpUrl,
  publicUrl,
  mail,
  branding,
  timeoutMs = TIMEOUT_MS,
  addresses,
}: Attempt): Promise<void> {
  const url = new URL(smtpUrl)
  const sender = url.searchParams.get('from')
  url.searchParams.delete('from')
  const { createTransport } = await import('nodemailer')
  const limits = { dnsTimeout: timeoutMs, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs }
  const pinned = addresses && connector(url, addresses)
  const transport = createTransport({ url: url.href, ...limits, socketTimeout: timeoutMs, ...pinned?.options })
  const stop = new AbortController()
  // Each of its limits begins again with another stage.
  const timedOut = delay(timeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw new MailServerError('unreachable', `no answer within ${timeoutMs / 1000} s`)
  })
  timedOut.catch(() => undefined)
  const tried: Promise<unknown> = mail
    ? transport.sendMail(messageOf(mail, { publicUrl, sender, branding }))
    : transport.verify()
  tried.catch(() => undefined)
  try {
    await Promise.race([tried, timedOut])
  } catch (error) {
    throw error instanceof MailServerError ? error : toMailServerError(error, url)
  } finally {
    stop.abort()
    transport.close()
    pinned?.close()
  }
}

/** Connects to these addresses only; nodemailer would look up the name again. */
function connector({ hostname, port }: URL, addresses: readonly string[]) {
  let socket: Socket | undefined
  const getSocket = (_options: unknown, callback: (error: Error | null, found?: { connection: Socket }) => void) => {
    const opened = connect({ host: plainHost(hostname), port: Number(port), lookup: lookupOf(addresses) })
    socket = opened
    opened.once('error', callback)
    opened.once('connect', () => {
      opened.off('error', callback)
      callback(null, { connection: opened })
    })
  }
  return { options: { getSocket }, close: () => socket?.destroy() }
}

function toMailServerError(error: unknown, { password }: URL): MailServerError {
  const { code, message, responseCode } = error as { code?: string; message: string; responseCode?: number }
  const secret = decodeURIComponent(password)
  const said = (secret === '' ? message : message.replaceAll(secret, '…')).slice(0, 500)
  const failure = failureText(error)
  if (code === 'EAUTH' || code === 'ENOAUTH') return new MailServerError('sign-in', said, failure)
  return new MailServerError(responseCode === undefined ? 'unreachable' : 'refused', said, failure)
}
