import { Navigate } from '@holdall/section'
import { useEffect } from 'react'
import { firstUnfinished } from '../layout/wizard-progress.ts'
import { pathOf } from '../layout/wizard-steps.ts'
import { useSetupStatus } from '../setup-calls/setup-queries.ts'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { markKeyUsed } from '../setup-key/setup-key.ts'
import { WizardGuard } from '../setup-key/wizard-guard.tsx'

/** The address that the server prints: leads to the step where the setup was interrupted. */
export const InstallPage = () => (
  <WizardGuard>
    <Resume />
  </WizardGuard>
)

function Resume() {
  const { data, error } = useSetupStatus()
  useEffect(markKeyUsed, [])
  const ended = endedBy(error)
  if (ended) return ended
  // The checks are seen before anything is saved; the first step also says what is wrong with the server.
  if (error) return <Navigate to={pathOf('status-check')} replace />
  if (!data) return null
  return <Navigate to={pathOf(data.finished.length === 0 ? 'status-check' : firstUnfinished(data))} replace />
}
