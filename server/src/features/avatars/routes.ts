import { avatarImage, removeAvatar, setAvatar } from '@holdall/api'
import type { FastifyReply } from 'fastify'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { sendFile } from '../content/send-file.ts'
import type { Avatars } from './avatar-service.ts'
import { findAvatarImage } from './avatar.store.ts'

type Deps = Pick<Infrastructure, 'blobs' | 'db' | 'limits' | 'log' | 'sessions'> & { readonly avatars: Avatars }

const YEAR_SECONDS = 365 * 24 * 60 * 60

export function avatarRoutes(services: Deps): Route[] {
  const { avatars, blobs, db, sessions } = services
  return [
    handle(setAvatar, async (_input, { actor, upload, reply }) => {
      if (upload?.path === undefined) throw refuse('unsupported-media-type')
      // It may have ended while the picture was received.
      if (!(await sessions.userOf(actor.sessionId))) throw refuse('unauthenticated')
      await avatars.replace(actor.userId, upload.path, disconnection(reply))
      return {}
    }),

    handle(removeAvatar, async (_input, { actor }) => {
      await avatars.remove(actor.userId)
      return {}
    }),

    handle(avatarImage, async ({ params }, { request, reply }) => {
      const image = await findAvatarImage(db, params.name)
      if (!image) throw refuse('not-found')
      await sendFile(
        services,
        blobs,
        {
          blobId: image.id,
          size: image.size,
          name: 'avatar.webp',
          mime: 'image/webp',
          sha256: image.sha256,
          version: 1,
          modified: image.created_at,
        },
        request,
        reply,
        // Another picture has another name.
        { download: false, crossOrigin: false, cacheSeconds: YEAR_SECONDS },
      )
      return reply
    }),
  ]
}

/** Aborts when the client disconnects before it is answered. */
function disconnection({ raw }: FastifyReply): AbortSignal {
  const abort = new AbortController()
  const stop = () => abort.abort(refuse('malformed-request'))
  if (raw.destroyed) stop()
  else raw.once('close', stop)
  return abort.signal
}
