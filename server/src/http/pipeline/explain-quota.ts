import type { Actor } from '../../access/actor.ts'
import type { Authorised } from '../../access/target.store.ts'
import { Refusal, refuse } from '../../infrastructure/errors/refusal.ts'

/** The same error; a full storage tells users whose it is, which stores need not know. Visitors of links are not told more. */
export function explainQuota(error: unknown, actor: Actor, { space }: Pick<Authorised, 'space'>): unknown {
  if (!(error instanceof Refusal) || error.code !== 'quota-exceeded' || actor.kind !== 'user' || error.details.text)
    return error
  const isOwn = space === null || space.owner_id === actor.userId
  return refuse('quota-exceeded', { text: isOwn ? 'error.quota-exceeded.own' : 'error.quota-exceeded.team' })
}
