import {
  beginLink,
  beginSocialSignIn,
  confirmPendingLink,
  linkedSignIns,
  pendingLink,
  socialSignInCallback,
  unlinkSignIn,
} from '@holdall/api'
import { safeRedirect, signInFor } from '@holdall/api/routing'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { requireConfirmedAddress } from '../users/confirmed-address.ts'
import { confirmLink, readPendingLink } from './pending-link.ts'
import { presentLinkedSignIn } from './present-linked-sign-in.ts'
import { beginFlow, endFlow, type Outcome, type SocialDeps } from './social-sign-in.ts'
import { linksOf } from './linked-sign-in.store.ts'
import { unlink } from './unlink.ts'

const SECOND_FACTOR = '/sign-in/two-factor'
const FILES = '/platform/files'
const SECURITY = '/user/settings/password'

export function socialSignInRoutes(services: SocialDeps): Route[] {
  const { db, signInProviders } = services
  return [
    handle(beginSocialSignIn, async ({ params, query }, exchange) => {
      const purpose = { user_id: null, session_id: null, redirect: safeRedirect(query.redirect ?? null) }
      return { data: { url: await beginFlow(services, params.provider, purpose, exchange) } }
    }),

    handle(socialSignInCallback, async ({ params, query }, { actor, request, reply }) => {
      const search = new URL(request.url, 'http://localhost').search
      const session = actor.kind === 'user' ? actor : null
      const callback = { state: query.state ?? '', search }
      const outcome = await endFlow(services, params.provider, callback, { session, request, reply })
      void reply.header('location', pageOf(outcome, params.provider)).header('cache-control', 'no-store')
      return {}
    }),

    handle(pendingLink, async (_input, { request }) => {
      const found = await readPendingLink(services, request)
      if (!found) throw refuse('link-expired')
      const { provider, row } = found
      const attributes = { provider_name: provider.name, email: row.email }
      return { data: { id: provider.id, type: 'pending-link' as const, attributes } }
    }),

    handle(confirmPendingLink, ({ body }, { request, reply }) => confirmLink(services, body, { request, reply })),

    handle(linkedSignIns, async (_input, { actor }) => {
      const links = await linksOf(db, actor.userId)
      return { data: links.map((row) => presentLinkedSignIn(signInProviders, row)) }
    }),

    handle(beginLink, async ({ params }, exchange) => {
      const { userId, sessionId } = exchange.actor
      await requireConfirmedAddress(services, db, userId)
      const purpose = { user_id: userId, session_id: sessionId, redirect: null }
      return { data: { url: await beginFlow(services, params.provider, purpose, exchange) } }
    }),

    handle(unlinkSignIn, async ({ params }, { actor }) => {
      await unlink(services, actor.userId, params.id)
      return {}
    }),
  ]
}

/** The page that follows a callback. Its address has no secret. */
function pageOf(outcome: Outcome, provider: string): string {
  switch (outcome.kind) {
    case 'signed-in':
      return outcome.isComplete ? (outcome.redirect ?? FILES) : redirecting(SECOND_FACTOR, outcome.redirect)
    case 'linked':
      return `${SECURITY}?linked=${provider}`
    case 'password':
      return redirecting('/sign-in/link', outcome.redirect)
    case 'refused':
      return `/sign-in/refused?${new URLSearchParams({ reason: outcome.reason, provider }).toString()}`
  }
}

const redirecting = (page: string, redirect: string | null) => (redirect === null ? page : signInFor(page, redirect))
