import { WizardStep } from '../step-loading/wizard-step.tsx'
import { PurchaseCode } from './purchase-code.tsx'

/** Step two of the wizard: a code that is stored and unlocks nothing. */
export const PurchaseCodePage = () => (
  <WizardStep step="purchase-code" title="purchase_code.title" lead="purchase_code.lead">
    {(values) => <PurchaseCode saved={values.purchase_code} />}
  </WizardStep>
)
