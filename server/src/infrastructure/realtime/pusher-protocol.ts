import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

/** The Pusher protocol, version 7: https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol */
export const PROTOCOL_VERSION = '7'

/** Codes with which a connection is closed. A client reconnects at once after 42xx, later after 41xx, never after 40xx. */
export const closeCodes = {
  unknownKey: 4001,
  quota: 4004,
  protocol: 4007,
  unauthorised: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  pongTimeout: 4201,
} as const

/** The only channels: each user has a private one. */
const channelPattern = /^private-user\.([0-9a-f-]{36})$/
export const channelOf = (userId: string): string => `private-user.${userId}`
/** The user whose channel this is; null for any other name. */
export const userOfChannel = (channel: string): string | null => channelPattern.exec(channel)?.[1] ?? null

const SocketId = z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/))
/** A socket id that a client sent; undefined for anything else. */
export const socketIdFrom = (value: unknown): string | undefined => SocketId.safeParse(value).data

/** What clients send. */
export const ClientMessage = z.object({
  event: z.string().check(z.maxLength(100)),
  channel: z.optional(z.string().check(z.maxLength(200))),
  data: z.optional(z.unknown()),
})

export const Subscription = z.object({
  channel: z.string().check(z.maxLength(200)),
  auth: z.optional(z.string().check(z.maxLength(200))),
  channel_data: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
})
export type Subscription = z.output<typeof Subscription>

export const Unsubscription = z.object({ channel: z.string().check(z.maxLength(200)) })

/** A key that clients know, and the secret that signs for it. */
export interface AppKey {
  readonly key: string
  readonly secret: string
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** What a client sends with its subscription to a private channel. */
export const signSubscription = (
  { key, secret }: AppKey,
  { socketId, channel, channelData }: { socketId: string; channel: string; channelData?: string | undefined },
): string =>
  `${key}:${hmac(secret, [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(':'))}`

/** Whether this server, or another one with the same secret, signed the subscription for this socket. */
export function isSigned(
  app: AppKey,
  socketId: string,
  { channel, auth = '', channel_data: data }: Subscription,
): boolean {
  const right = Buffer.from(signSubscription(app, { socketId, channel, channelData: data ?? undefined }))
  const given = Buffer.from(auth)
  return right.length === given.length && timingSafeEqual(right, given)
}

/** The query that authorises a call of Pusher's HTTP API. */
export function signedQuery({ key, secret }: AppKey, path: string, body: string, nowMs: number): string {
  const query = [
    `auth_key=${key}`,
    `auth_timestamp=${Math.floor(nowMs / 1000)}`,
    'auth_version=1.0',
    `body_md5=${createHash('md5').update(body).digest('hex')}`,
  ].join('&')
  return `${query}&auth_signature=${hmac(secret, `POST\n${path}\n${query}`)}`
}
