import { authoriseChannel, testWebsockets } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { userOfChannel } from '../../infrastructure/realtime/pusher-protocol.ts'
import { publicIdOf } from '../../infrastructure/sessions/session.store.ts'

export function realtimeRoutes({ db, realtime }: Pick<Infrastructure, 'db' | 'realtime'>): Route[] {
  return [
    handle(authoriseChannel, async ({ body }, { actor }) => {
      if (realtime.key === null) throw refuse('not-found')
      if (userOfChannel(body.channel_name) !== actor.userId) throw refuse('forbidden')
      const publicId = await publicIdOf(db, actor.sessionId)
      if (publicId === undefined) throw refuse('unauthenticated')
      return realtime.authorise(body.socket_id, actor.userId, publicId)
    }),

    handle(testWebsockets, (_input, { actor }) => {
      realtime.publish([actor.userId], 'TestWebsocketConnection', {})
      return Promise.resolve({})
    }),
  ]
}
