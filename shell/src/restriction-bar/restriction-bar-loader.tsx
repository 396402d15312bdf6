import { useLazy, useSession } from '@holdall/section'
import { createElement, Suspense, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useShell } from '../host/host-provider.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'

export const loadRestrictionBar = () => import('./restriction-bar.tsx').then((m) => m.RestrictionBar)
const LazyBar = () => createElement(useLazy(loadRestrictionBar))

/**
 * The bar of an account that is restricted; its code is loaded for no other. It is above everything else of the page: the
 * element that it is in is added there, because the layout is part of the sign-in page too, which has no bar.
 */
export function RestrictionBarLoader() {
  const { log } = useShell()
  const session = useSession()
  const isRestricted = session.state === 'signed-in' && session.user.meta.restrictions.reason !== null
  const [place] = useState(() => {
    const element = document.createElement('div')
    // Announced: the region is in the page before its text, which comes with the code of the bar.
    element.setAttribute('role', 'status')
    return element
  })
  useLayoutEffect(() => {
    if (!isRestricted) return undefined
    document.querySelector('[data-rail]')?.prepend(place)
    return () => {
      place.remove()
    }
  }, [isRestricted, place])
  if (!isRestricted) return null
  return createPortal(
    <OptionalBoundary name="The restriction bar" log={log}>
      <Suspense fallback={null}>
        <LazyBar />
      </Suspense>
    </OptionalBoundary>,
    place,
  )
}
