import type { ReactNode } from 'react'
import { setupError } from '../error-messages/setup-error.ts'
import { AlreadyInstalled } from './already-installed.tsx'
import { KeyMissing } from './key-missing.tsx'

/** What is shown in place of a step after a call that failed because the key is wrong or the setup is over. */
export function endedBy(error: unknown, meanwhile = false): ReactNode {
  if (!error) return null
  const cause = setupError(error)
  if (cause === 'key') return <KeyMissing wrong />
  return cause === 'installed' ? <AlreadyInstalled meanwhile={meanwhile} /> : null
}
