import { WizardStep } from '../step-loading/wizard-step.tsx'
import { Environment } from './environment.tsx'

/** Step four of the wizard: where files are kept, how mails are sent, how pages are updated. */
export const EnvironmentPage = () => (
  <WizardStep step="environment" title="environment.title" lead="environment.lead">
    {(values) => <Environment values={values} />}
  </WizardStep>
)
