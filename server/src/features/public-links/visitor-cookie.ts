import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isSecure } from '../../infrastructure/sessions/session-cookie.ts'

const visitorCookie = 'holdall_visitor'

/**
 * Who sends a chunk that names no upload, where a link does not tell its visitors apart: the browser; without the cookie
 * the address and the program.
 */
export function senderOf({ cookies, headers, ip }: FastifyRequest): string {
  const value = cookies[visitorCookie]
  return isVisitor(value) ? `browser ${value}` : `address ${ip} ${headers['user-agent'] ?? ''}`
}

/** Tells this browser apart from others with the same address, until it is closed. Never set between two chunks. */
export function markVisitor(
  { config, ids }: Pick<Infrastructure, 'config' | 'ids'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (isVisitor(request.cookies[visitorCookie])) return
  void reply.setCookie(visitorCookie, ids.token(), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(config, request),
  })
}

const isVisitor = (value: string | undefined): value is string => value !== undefined && /^[\w-]{22}$/.test(value)
