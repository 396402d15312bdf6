import { Navigate } from '@holdall/section'
import { useEffect, useState } from 'react'
import { firstUnfinished } from '../layout/wizard-progress.ts'
import { pathOf } from '../layout/wizard-steps.ts'
import { useSetupStatus } from '../setup-calls/setup-queries.ts'
import { isKeyNew, markKeyUsed } from '../setup-key/setup-key.ts'
import { WizardGuard } from '../setup-key/wizard-guard.tsx'
import { StatusCheck } from './status-check.tsx'

/** Step one of the wizard: whether the machine is ready. */
export const StatusCheckPage = () => (
  <WizardGuard>
    <StatusCheckOrNext />
  </WizardGuard>
)

/**
 * The printed address leads here, as every address does until Holdall is set up: whoever comes with it continues
 * where the setup was interrupted. Those who come back to this step from a later one stay.
 */
function StatusCheckOrNext() {
  const [isNew] = useState(isKeyNew)
  const { data } = useSetupStatus()
  useEffect(markKeyUsed, [])

  const next = isNew && data && data.finished.length > 0 ? firstUnfinished(data) : 'status-check'
  return next === 'status-check' ? <StatusCheck /> : <Navigate to={pathOf(next)} replace />
}
