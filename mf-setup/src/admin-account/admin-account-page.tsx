import { WizardStep } from '../step-loading/wizard-step.tsx'
import { AdminAccount } from './admin-account.tsx'

/** The last step of the wizard: the account of the first owner. */
export const AdminAccountPage = () => (
  <WizardStep step="admin-setup" title="admin_account.title" lead="admin_account.lead">
    {() => <AdminAccount />}
  </WizardStep>
)
