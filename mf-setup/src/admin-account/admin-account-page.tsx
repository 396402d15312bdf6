import { WizardGuard } from '../setup-key/wizard-guard.tsx'
import { AdminAccount } from './admin-account.tsx'

/** Step two: whose Holdall is it? */
export const AdminAccountPage = () => (
  <WizardGuard>
    <AdminAccount />
  </WizardGuard>
)
