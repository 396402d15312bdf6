import type { SetupBroadcast, SetupDatabase, SetupMail, SetupValues } from '@holdall/api'
import type { BroadcastConfig } from '../../infrastructure/config/broadcast.ts'

type Postgres = Extract<SetupDatabase, { engine: 'postgres' }>
type Smtp = Extract<SetupMail, { driver: 'smtp' }>
type Pusher = Extract<SetupBroadcast, { driver: 'pusher' }>

const POSTGRES_PORT = 5432
const SMTP_PORT = 587
const SMTPS_PORT = 465

const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
const plain = (host: string) => host.replaceAll(/^\[|\]$/g, '')
/** As it was before it was encoded in an address; as it is where it is not encoded. */
export const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Account {
  readonly host: string
  readonly port: number
  readonly user: string
}

/**
 * The password in a saved address, for the account that it is of: no other server gets it, because whoever does the setup
 * is not shown it either. Empty for every other account.
 */
function savedPassword(address: string | null, standardPort: number, { host, port, user }: Account): string {
  if (address === null || !URL.canParse(address)) return ''
  const url = new URL(address)
  const isSame =
    plain(url.hostname).toLowerCase() === plain(host).toLowerCase() &&
    Number(url.port || standardPort) === port &&
    decoded(url.username) === user
  return isSame ? decoded(url.password) : ''
}

function withUser(address: string, user: string, password: string): URL {
  const url = new URL(address)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return url
}

const sslModes = { off: 'disable', require: 'no-verify', verify: 'verify-full' } as const

/** `saved`: the address in use, whose password is kept where none is given for the same server and user. */
export function databaseUrlOf(database: Postgres, saved: string | null): string {
  const { host, port, name, user, password, tls } = database
  const kept = password ?? savedPassword(saved, POSTGRES_PORT, database)
  const url = withUser(`postgres://${bracketed(host)}:${port}`, user, kept)
  url.pathname = `/${encodeURIComponent(name)}`
  url.searchParams.set('sslmode', sslModes[tls])
  return url.href
}

export function presentDatabase(address: string | null): SetupValues['database'] {
  if (address === null) return { engine: 'sqlite' }
  const url = new URL(address)
  const mode = url.searchParams.get('sslmode')
  return {
    engine: 'postgres',
    host: plain(url.hostname),
    port: Number(url.port || POSTGRES_PORT),
    name: decoded(url.pathname.slice(1)),
    user: decoded(url.username),
    has_password: url.password !== '',
    tls: mode === null || mode === 'disable' ? 'off' : mode === 'no-verify' ? 'require' : 'verify',
  }
}

export function smtpUrlOf(mail: Smtp, saved: string | null): string {
  const { host, port, encryption, user, password, from } = mail
  const kept = password ?? savedPassword(saved, saved?.startsWith('smtps:') ? SMTPS_PORT : SMTP_PORT, mail)
  const url = withUser(`http://${bracketed(host)}:${port}`, user, user === '' ? '' : kept)
  if (encryption !== 'tls') url.searchParams.set(encryption === 'starttls' ? 'requireTLS' : 'ignoreTLS', 'true')
  const sender = from === '' && user.includes('@') ? user : from
  if (sender !== '') url.searchParams.set('from', sender)
  // URL writes no user into an address of a protocol that it does not know, and no port 80 of http.
  const withPort = url.port === '' ? url.href.replace(url.host, `${url.host}:80`) : url.href
  return withPort.replace('http:', encryption === 'tls' ? 'smtps:' : 'smtp:')
}

export function presentMail(address: string | null, folder: string): SetupValues['mail'] {
  if (address === null) return { driver: 'none', folder }
  const url = new URL(address)
  const isTls = url.protocol === 'smtps:'
  return {
    driver: 'smtp',
    host: plain(url.hostname),
    port: Number(url.port || (isTls ? SMTPS_PORT : SMTP_PORT)),
    encryption: isTls ? 'tls' : url.searchParams.get('ignoreTLS') === 'true' ? 'none' : 'starttls',
    user: decoded(url.username),
    has_password: url.password !== '',
    from: url.searchParams.get('from') ?? '',
  }
}

/** The two addresses that the configuration has of a server of the Pusher protocol. */
export function broadcastUrlsOf(
  { host, port, tls, app_id: appId, key, secret, socket_host, socket_port, socket_tls: isSocketTls }: Pusher,
  saved: BroadcastConfig,
): { readonly url: string; readonly socketUrl: string } {
  const origin = `${tls ? 'https' : 'http'}://${bracketed(host)}:${port}`
  const isSame =
    saved.driver === 'pusher' && saved.origin === new URL(origin).origin && saved.appId === appId && saved.key === key
  const kept = secret ?? (isSame ? saved.secret : '')
  return {
    url: `${tls ? 'https' : 'http'}://${key}:${kept}@${bracketed(host)}:${port}/apps/${appId}`,
    socketUrl: new URL(
      `${isSocketTls ? 'wss' : 'ws'}://${bracketed(socket_host === '' ? host : socket_host)}:${socket_port ?? port}`,
    ).href,
  }
}

export function presentBroadcast(broadcast: BroadcastConfig): SetupValues['broadcast'] {
  if (broadcast.driver !== 'pusher') return { driver: broadcast.driver }
  const { origin, appId, key, host, port, tls } = broadcast
  const api = new URL(origin)
  const isTls = api.protocol === 'https:'
  return {
    driver: 'pusher',
    host: plain(api.hostname),
    port: Number(api.port || (isTls ? 443 : 80)),
    tls: isTls,
    app_id: appId,
    key,
    has_secret: true,
    socket_host: plain(host),
    socket_port: port,
    socket_tls: tls,
  }
}
