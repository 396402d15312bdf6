import type { Endpoint } from '@holdall/api'
import { refuse } from '../infrastructure/errors/refusal.ts'
import { anonymous, type SessionActor } from '../infrastructure/sessions/session-actor.ts'

/**
 * The caller of an endpoint. The user of an account that is to be deleted may only keep it: what else needs a user is
 * refused, and in what anybody may call it is nobody.
 */
export function unlessEnding(
  { access: { by }, duringDeletion }: Pick<Endpoint, 'access' | 'duringDeletion'>,
  caller: SessionActor,
): SessionActor {
  if (caller.kind !== 'user' || !caller.isEnding || duringDeletion) return caller
  if (by === 'user' || by === 'admin') throw refuse('account-ending')
  return anonymous
}
