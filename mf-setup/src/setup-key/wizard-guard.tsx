import { Navigate, useHost, useLocation, useSearch } from '@holdall/section'
import { type ReactNode, useLayoutEffect } from 'react'
import { AlreadyInstalled } from './already-installed.tsx'
import { KeyMissing } from './key-missing.tsx'
import { keepSetupKey, useSetupKey } from './setup-key.ts'

/** Removes the key from the address before anything else is shown, then requires one. */
export function WizardGuard({ children }: { readonly children: ReactNode }) {
  const { config } = useHost()
  const { pathname } = useLocation()
  const [search] = useSearch()
  const key = useSetupKey()
  const given = search.get('key')

  if (config.installation === 'installation-done') return <AlreadyInstalled />
  if (given !== null) return <TakeKey given={given} path={pathname} />
  return key ? children : <KeyMissing wrong={false} />
}

function TakeKey({ given, path }: { readonly given: string; readonly path: string }) {
  useLayoutEffect(() => {
    if (given) keepSetupKey(given)
  }, [given])
  return <Navigate to={path} replace />
}
