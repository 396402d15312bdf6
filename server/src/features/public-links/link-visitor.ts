import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VisitorActor } from '../../access/actor.ts'
import { day } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isSecure } from '../../infrastructure/sessions/session-cookie.ts'
import type { LinkVisitor } from '../remote-uploads/remote-upload.store.ts'

/** Of one link: nothing connects the visits of one browser to several links. */
export const visitorCookieOf = (shareId: string) => `holdall_visitor_${shareId.replaceAll('-', '')}`
/** As long as finished remote uploads are shown. */
const VISITOR_TTL_MS = 7 * day
const SECRET_BYTES = 32
const SECRET_CHARS = 43

/** The browser of a visitor by its cookie; null where it has none. */
export function linkVisitorOf(visitor: VisitorActor, { cookies }: FastifyRequest): LinkVisitor | null {
  const secret = cookies[visitorCookieOf(visitor.shareId)]
  return secret ? { shareId: visitor.shareId, visitorId: digest(secret) } : null
}

/** The browser of a visitor, which gets a cookie or keeps it for longer. */
export function rememberLinkVisitor(
  { config, ids }: Pick<Infrastructure, 'config' | 'ids'>,
  visitor: VisitorActor,
  request: FastifyRequest,
  reply: FastifyReply,
): LinkVisitor {
  const known = request.cookies[visitorCookieOf(visitor.shareId)]
  // Only what this server has made is as hard to guess.
  const secret = known && known.length === SECRET_CHARS ? known : ids.token(SECRET_BYTES)
  void reply.setCookie(visitorCookieOf(visitor.shareId), secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api/sharing/upload/remote',
    secure: isSecure(config, request),
    maxAge: VISITOR_TTL_MS / 1000,
  })
  return { shareId: visitor.shareId, visitorId: digest(secret) }
}
