import { WizardGuard } from '../setup-key/wizard-guard.tsx'
import { StatusCheck } from './status-check.tsx'

/** Step one: is this machine ready? */
export const StatusCheckPage = () => (
  <WizardGuard>
    <StatusCheck />
  </WizardGuard>
)
