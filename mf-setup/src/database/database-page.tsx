import { WizardStep } from '../step-loading/wizard-step.tsx'
import { Database } from './database.tsx'

/** Step three of the wizard: SQLite or PostgreSQL. */
export const DatabasePage = () => (
  <WizardStep step="database" title="database.title" lead="database.lead">
    {(values) => <Database values={values} />}
  </WizardStep>
)
