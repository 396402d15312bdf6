import type { SetupStep } from '@holdall/api'

/** The steps in their order, with the message of their name. */
export const wizardSteps: readonly { readonly id: SetupStep; readonly label: string }[] = [
  { id: 'status-check', label: 'status_check.step' },
  { id: 'purchase-code', label: 'purchase_code.step' },
  { id: 'database', label: 'database.step' },
  { id: 'environment', label: 'environment.step' },
  { id: 'app-setup', label: 'app_setup.step' },
  { id: 'admin-setup', label: 'admin_account.step' },
]

export const pathOf = (step: SetupStep): string => `/setup-wizard/${step}`

/** The path of the step after this one. */
export function pathAfter(step: SetupStep): string {
  const at = wizardSteps.findIndex(({ id }) => id === step)
  return pathOf(wizardSteps[at + 1]?.id ?? 'admin-setup')
}
