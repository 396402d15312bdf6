import type { Endpoint } from '@holdall/api'
import { tokenScopeOf } from '@holdall/api/token-scopes'
import { refuse } from '../infrastructure/errors/refusal.ts'
import { anonymous, type SessionActor } from '../infrastructure/sessions/session-actor.ts'

/**
 * The caller of an endpoint. A token without the scope is refused what needs a user, and is nobody in what anybody may
 * call.
 */
export function withinScopes(endpoint: Pick<Endpoint, 'id' | 'access'>, caller: SessionActor): SessionActor {
  if (caller.kind !== 'user' || !caller.token) return caller
  const scope = tokenScopeOf(endpoint)
  if (scope !== null && caller.token.scopes.includes(scope)) return caller
  const { by } = endpoint.access
  if (by === 'user' || by === 'admin') throw refuse('insufficient-scope')
  return anonymous
}
