import { WizardGuard } from '../setup-key/wizard-guard.tsx'
import { StatusCheck } from './status-check.tsx'

/** Step one of the wizard: whether the machine is ready. */
export const StatusCheckPage = () => (
  <WizardGuard>
    <StatusCheck />
  </WizardGuard>
)
