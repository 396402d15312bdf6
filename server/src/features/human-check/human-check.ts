import type { HumanCheckPurpose } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { redeemSolution } from './proof-of-work.ts'

/** `humanCheckFields` of the body of a call. */
interface Offered {
  readonly altcha?: string | undefined
}

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'secret' | 'settings'>

/** Checks that keep automated calls from forms that anybody may send. */
export interface HumanCheck {
  /** Which of them is in use. */
  kind(): Promise<'none' | 'proof-of-work'>
  /**
   * Throws `human-check-failed` where the operator has turned a check on and the body does not pass it. What was offered
   * cannot be used again, whatever becomes of the call.
   */
  requireHuman(purpose: HumanCheckPurpose, body: Offered): Promise<void>
}

export function createHumanCheck(deps: Deps): HumanCheck {
  const kind: HumanCheck['kind'] = async () =>
    (await deps.settings.get('protection.proof_of_work')) ? 'proof-of-work' : 'none'
  return {
    kind,
    async requireHuman(purpose, { altcha }) {
      if ((await kind()) === 'none') return
      const isHuman = altcha !== undefined && (await redeemSolution(deps, purpose, altcha))
      if (!isHuman) throw refuse('human-check-failed')
    },
  }
}
