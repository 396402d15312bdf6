import { useHost } from '@holdall/section'
import { lazy, Suspense } from 'react'
import { useIsPainted } from '../layout/auth-layout.tsx'

const ProviderButtons = lazy(() =>
  import(/* webpackChunkName: "providers" */ './provider-buttons.tsx').then((m) => ({ default: m.ProviderButtons })),
)

/** The buttons of the providers that the operator has configured, loaded once the form has been painted. */
export function ProviderSignIn() {
  const count = Object.values(useHost().config.socialLogins).filter(Boolean).length
  const isPainted = useIsPainted()
  // As high as what is loaded, so that nothing moves: a line, and a button and a gap for each.
  return count ? (
    <div style={{ minBlockSize: 20 + 56 * count }}>
      <Suspense>{isPainted ? <ProviderButtons /> : null}</Suspense>
    </div>
  ) : null
}
