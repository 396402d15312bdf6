import type { SetupBroadcast, SetupDatabase, SetupMail, SetupValues } from '@holdall/api'
import type { BroadcastConfig } from '../../infrastructure/config/broadcast.ts'

type Postgres = Extract<SetupDatabase, { engine: 'postgres' }>
type Smtp = Extract<SetupMail, { driver: 'smtp' }>
type Pusher = Extract<SetupBroadcast, { driver: 'pusher' }>

const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
const plain = (host: string) => host.replaceAll(/^\[|\]$/g, '')
const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const passwordOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? decoded(new URL(address).password) : ''

function withUser(address: string, user: string, password: string): URL {
  const url = new URL(address)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return url
}

const sslModes = { off: 'disable', require: 'no-verify', verify: 'verify-full' } as const

/** `saved`: the address in use, whose password is kept where none is given. */
export function databaseUrlOf({ host, port, name, user, password, tls }: Postgres, saved: string | null): string {
  const url = withUser(`postgres://${bracketed(host)}:${port}`, user, password ?? passwordOf(saved))
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
    port: Number(url.port || 5432),
    name: decoded(url.pathname.slice(1)),
    user: decoded(url.username),
    has_password: url.password !== '',
    tls: mode === null || mode === 'disable' ? 'off' : mode === 'no-verify' ? 'require' : 'verify',
  }
}

export function smtpUrlOf({ host, port, encryption, user, password, from }: Smtp, saved: string | null): string {
  const url = withUser(`http://${bracketed(host)}:${port}`, user, user === '' ? '' : (password ?? passwordOf(saved)))
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
    port: Number(url.port || (isTls ? 465 : 587)),
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
  const kept = secret ?? (saved.driver === 'pusher' ? saved.secret : '')
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
