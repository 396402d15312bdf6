import { WizardGuard } from '../setup-key/wizard-guard.tsx'
import { AdminAccount } from './admin-account.tsx'

/** Step two of the wizard: the account of the first owner. */
export const AdminAccountPage = () => (
  <WizardGuard>
    <AdminAccount />
  </WizardGuard>
)
