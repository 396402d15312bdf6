import { authoriseChannel, testWebsockets } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { socketIdFrom, userOfChannel } from '../../infrastructure/realtime/pusher-protocol.ts'
import { publicIdOf } from '../../infrastructure/sessions/session.store.ts'

export function realtimeRoutes({ db, realtime }: Pick<Infrastructure, 'db' | 'realtime'>): Route[] {
  return [
    handle(authoriseChannel, async ({ body }, { actor, request }) => {
      if (realtime.key === null) throw refuse('not-found')
      if (userOfChannel(body.channel_name) !== actor.userId) throw refuse('forbidden')
      const socketId = socketOf(request.headers['x-socket-id'], body.socket_id)
      const publicId = await publicIdOf(db, actor.sessionId)
      if (publicId === undefined) throw refuse('unauthenticated')
      return realtime.authorise(socketId, actor.userId, publicId)
    }),

    handle(testWebsockets, (_input, { actor }) => {
      realtime.publish([actor.userId], 'TestWebsocketConnection', {})
      return Promise.resolve({})
    }),
  ]
}

/** The connection that is authorised. Throws where header and body name none, or two. */
function socketOf(header: unknown, inBody: string | undefined): string {
  const inHeader = socketIdFrom(header)
  const socketId = inHeader ?? (header === undefined ? inBody : undefined)
  if (socketId === undefined || (inBody !== undefined && inBody !== socketId)) {
    throw refuse('validation', { errors: { socket_id: ['Header and body have to name one connection.'] } })
  }
  return socketId
}
