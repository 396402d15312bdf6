import type { Endpoint } from '@holdall/api'
import type { Actor } from '../../access/actor.ts'
import { refuseDemo } from '../../access/demo.ts'
import { refuseRestricted } from '../../access/restrictions.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** Refuses a caller who may not call the endpoint at all, whatever the input. */
export async function gate(
  { config, db, installation }: Pick<PipelineServices, 'config' | 'db' | 'installation'>,
  endpoint: Endpoint,
  caller: Actor,
): Promise<void> {
  const {
    access: { by },
    confirmed,
    restriction,
  } = endpoint
  if ((by === 'user' || by === 'admin') && caller.kind !== 'user') throw refuse('unauthenticated')
  refuseDemo(config.demo, endpoint, caller)
  if (by === 'challenged' && caller.kind !== 'half') {
    throw refuse(caller.kind === 'user' ? 'forbidden' : 'unauthenticated')
  }
  if (by === 'admin' && caller.kind === 'user' && caller.role !== 'admin') throw refuse('forbidden')
  if (confirmed && (caller.kind !== 'user' || caller.isConfirmed !== true)) throw refuse('confirmation-required')
  if (by === 'installer' && (await installation.isDone())) throw refuse('not-found')
  // That of a visitor's owner is known once the link is: see `resolveActor`.
  if (restriction && by === 'user') await refuseRestricted(db, caller, restriction)
}
