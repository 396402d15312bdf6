import { WizardGate } from '../key/wizard-gate.tsx'
import { AdminAccount } from './admin-account.tsx'

/** Step two: whose Holdall is it? */
export const AdminAccountPage = () => (
  <WizardGate>
    <AdminAccount />
  </WizardGate>
)
