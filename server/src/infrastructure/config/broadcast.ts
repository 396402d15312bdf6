import * as z from 'zod/mini'

/** How events reach open pages. */
export type BroadcastConfig =
  | { readonly driver: 'native' | 'none' }
  | {
      /** Another server that speaks the Pusher protocol. */
      readonly driver: 'pusher'
      /** Origin of its HTTP API. */
      readonly origin: string
      readonly appId: string
      readonly key: string
      readonly secret: string
      /** Where browsers connect. */
      readonly host: string
      readonly port: number
      readonly tls: boolean
    }

const example = 'https://key:secret@host:6001/apps/id'
const pathPattern = /^\/apps\/([A-Za-z0-9_-]{1,100})\/?$/
const partPattern = /^[A-Za-z0-9_-]{1,200}$/

function isServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  return (
    /^https?:$/.test(protocol) &&
    partPattern.test(username) &&
    partPattern.test(password) &&
    pathPattern.test(pathname) &&
    `${search}${hash}` === ''
  )
}

/** `none`, or the address of a server with its key, secret and application. */
export const BroadcastUrl = z
  .string()
  .check(z.refine((text) => text === 'none' || isServer(text), `must be none, or look like ${example}`))

function isSocketUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, host, href } = new URL(text)
  return /^wss?:$/.test(protocol) && href === `${protocol}//${host}/`
}
export const BroadcastSocketUrl = z
  .string()
  .check(z.refine(isSocketUrl, 'must be an address like wss://host:6001, without a path'))

/** From valid variables. `socketUrl` is where browsers connect, by default the host of `url`. */
export function broadcastFrom(url: string | undefined, socketUrl: string | undefined): BroadcastConfig {
  if (url === undefined) return { driver: 'native' }
  if (url === 'none') return { driver: 'none' }
  const { protocol, host, username, password, pathname } = new URL(url)
  const socket = new URL(socketUrl ?? `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}`)
  const tls = socket.protocol === 'wss:'
  return {
    driver: 'pusher',
    origin: `${protocol}//${host}`,
    appId: pathPattern.exec(pathname)?.[1] ?? '',
    key: username,
    secret: password,
    host: socket.hostname,
    port: socket.port === '' ? (tls ? 443 : 80) : Number(socket.port),
    tls,
  }
}

/** The origin that pages connect to besides their own. */
export const socketOriginOf = (broadcast: BroadcastConfig): string | null =>
  broadcast.driver === 'pusher'
    ? new URL(`${broadcast.tls ? 'wss' : 'ws'}://${broadcast.host}:${broadcast.port}`).origin
    : null
