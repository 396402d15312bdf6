import { Navigate, useHost, useLocation, useSearch } from '@holdall/section'
import { type ReactNode, useLayoutEffect } from 'react'
import { AlreadyInstalled } from './already-installed.tsx'
import { KeyMissing } from './key-missing.tsx'
import { keepSetupKey, useSetupKey } from './setup-key.ts'

const first = '/setup-wizard/status-check'

/** Removes the key from the address before anything else is shown, then requires one. */
export function WizardGuard({ children }: { readonly children: ReactNode }) {
  const { config } = useHost()
  const { pathname } = useLocation()
  const [search] = useSearch()
  const key = useSetupKey()
  const given = search.get('key')

  if (config.installation === 'installation-done') return <AlreadyInstalled />
  if (given !== null) return <TakeKey given={given} />
  if (pathname === '/install') return <Navigate to={first} replace />
  return key ? children : <KeyMissing wrong={false} />
}

function TakeKey({ given }: { readonly given: string }) {
  useLayoutEffect(() => {
    if (given) keepSetupKey(given)
  }, [given])
  return <Navigate to={first} replace />
}
