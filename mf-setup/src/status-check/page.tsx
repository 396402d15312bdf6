import { WizardGate } from '../key/wizard-gate.tsx'
import { StatusCheck } from './status-check.tsx'

/** Step one: is this machine ready? */
export const StatusCheckPage = () => (
  <WizardGate>
    <StatusCheck />
  </WizardGate>
)
