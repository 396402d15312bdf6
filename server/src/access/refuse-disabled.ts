import type { Targets } from '@holdall/api'
import { refuse } from '../infrastructure/errors/refusal.ts'
import type { Settings } from '../infrastructure/settings/settings.ts'
import type { Actor } from './actor.ts'

/** Throws for what an operator has to turn on before visitors of links may do it. */
export async function refuseDisabled(
  { settings }: { readonly settings: Settings },
  actor: Actor,
  { entry }: Targets,
): Promise<void> {
  if (actor.kind !== 'visitor' || entry?.action !== 'upload-remote') return
  if (!(await settings.get('shares.remote_uploads'))) throw refuse('remote-uploads-disabled')
}
