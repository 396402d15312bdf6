import { useSession } from '@holdall/section'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useShell } from '../host/host-provider.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'

const RestrictionBar = lazy(() => import('./restriction-bar.tsx').then((m) => ({ default: m.RestrictionBar })))

/**
 * The bar of an account that is restricted; its code is loaded for no other. It is above everything else of the page: the
 * element that it is in is added there, because the layout is part of the sign-in page too, which has no bar.
 */
export function RestrictionBarLoader() {
  const { log } = useShell()
  const session = useSession()
  const isRestricted = session.state === 'signed-in' && session.user.meta.restrictions.reason !== null
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!isRestricted) return undefined
    const element = document.createElement('div')
    // Announced: the region is in the page before its text, which comes with the code of the bar.
    element.setAttribute('role', 'status')
    document.querySelector('[data-rail]')?.prepend(element)
    setPlace(element)
    return () => {
      element.remove()
      setPlace(null)
    }
  }, [isRestricted])
  if (!place) return null
  return createPortal(
    <OptionalBoundary name="The restriction bar" log={log}>
      <Suspense fallback={null}>
        <RestrictionBar />
      </Suspense>
    </OptionalBoundary>,
    place,
  )
}
