import type { FastifyReply, FastifyRequest } from 'fastify'
import { minute } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isSecure } from '../../infrastructure/sessions/session-cookie.ts'
import type { FlowSecrets } from './provider.ts'

/** Binds what is under way at a provider to the browser that began it. */
const FLOW_COOKIE = 'holdall_sign_in'
const tokenPattern = /^[\w-]{43}$/

/** How long a person may take at the provider, and then for the password. */
export const FLOW_TTL_MS = 10 * minute

type Deps = Pick<Infrastructure, 'config' | 'ids' | 'secret'>

/** The secret of this browser; null where it has none. */
function flowToken({ cookies }: FastifyRequest): string | null {
  const token = cookies[FLOW_COOKIE]
  return token !== undefined && tokenPattern.test(token) ? token : null
}

/** What is stored of the secret of this browser; null where it has none. */
export function flowBrowser(request: FastifyRequest): string | null {
  const token = flowToken(request)
  return token === null ? null : digest(token)
}

/** Keeps the secret that the browser has, so that a flow in another tab stays valid, or makes one. */
export function rememberFlowBrowser({ config, ids }: Deps, request: FastifyRequest, reply: FastifyReply): string {
  const token = flowToken(request) ?? ids.token(32)
  void reply.setCookie(FLOW_COOKIE, token, {
    httpOnly: true,
    // The provider sends the browser back from another site.
    sameSite: 'lax',
    path: '/',
    secure: isSecure(config, request),
    maxAge: FLOW_TTL_MS / 1000,
  })
  return token
}

/** Derived, so that the database has nothing of use to sign in. */
export function flowSecrets({ secret }: Deps, browserToken: string, state: string): FlowSecrets {
  const text = `${browserToken}.${state}`
  return { state, nonce: secret.sign('sign-in-nonce', text), verifier: secret.sign('sign-in-pkce', text) }
}

/** The secrets of the flow of this browser with that state; null in any other browser. */
export function ownFlowSecrets(services: Deps, request: FastifyRequest, state: string): FlowSecrets | null {
  const token = flowToken(request)
  return token === null ? null : flowSecrets(services, token, state)
}
