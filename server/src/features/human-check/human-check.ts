import type { HumanCheckPurpose } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { redeemSolution } from './proof-of-work.ts'
import { createRecaptcha } from './recaptcha.ts'

/** `humanCheckFields` of the body of a call. */
interface Offered {
  readonly altcha?: string | undefined
  readonly reCaptcha?: string | undefined
}

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'log' | 'outgoing' | 'secret' | 'settings'>
type Settings = Awaited<ReturnType<Deps['settings']['all']>>

export type HumanCheckKind = 'none' | 'proof-of-work' | 'recaptcha'

/** Which of the checks is in use. */
export function humanCheckOf(
  { recaptcha }: Pick<Deps['config'], 'recaptcha'>,
  settings: Pick<Settings, 'protection.proof_of_work' | 'protection.recaptcha'>,
): HumanCheckKind {
  if (recaptcha !== null && settings['protection.recaptcha']) return 'recaptcha'
  return settings['protection.proof_of_work'] ? 'proof-of-work' : 'none'
}

/** Checks that keep automated calls from forms that anybody may send. */
export interface HumanCheck {
  kind(): Promise<HumanCheckKind>
  /**
   * Throws `human-check-failed` where a check is in use and the body does not pass it, `human-check-unavailable` where
   * that cannot be found out. What was offered cannot be used again, whatever becomes of the call.
   */
  requireHuman(purpose: HumanCheckPurpose, body: Offered): Promise<void>
}

export function createHumanCheck(deps: Deps): HumanCheck {
  const recaptcha = createRecaptcha(deps)
  const kind: HumanCheck['kind'] = async () => humanCheckOf(deps.config, await deps.settings.all())

  async function passes(purpose: HumanCheckPurpose, { altcha, reCaptcha }: Offered): Promise<boolean> {
    const used = await kind()
    if (used === 'none') return true
    if (used === 'recaptcha') return reCaptcha !== undefined && recaptcha.redeem(purpose, reCaptcha)
    return altcha !== undefined && redeemSolution(deps, purpose, altcha)
  }

  return {
    kind,
    async requireHuman(purpose, body) {
      if (!(await passes(purpose, body))) throw refuse('human-check-failed')
    },
  }
}
