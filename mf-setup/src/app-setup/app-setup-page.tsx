import { WizardStep } from '../step-loading/wizard-step.tsx'
import { AppSetup } from './app-setup.tsx'

/** Step five of the wizard: name, appearance and defaults of this installation. */
export const AppSetupPage = () => (
  <WizardStep step="app-setup" title="app_setup.title" lead="app_setup.lead">
    {(values) => <AppSetup values={values} />}
  </WizardStep>
)
