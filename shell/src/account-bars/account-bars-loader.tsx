import { type Session, useLazy, useSession } from '@holdall/section'
import { createElement, Suspense, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useShell } from '../host/host-provider.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'
import type { Bars } from './account-bars.tsx'

export const loadAccountBars = () => import('./account-bars.tsx').then((m) => m.AccountBars)
type LazyProps = Parameters<Awaited<ReturnType<typeof loadAccountBars>>>[0]
const LazyBars = (props: LazyProps) => createElement(useLazy(loadAccountBars), props)

function barsOf(session: Session, hasMail: boolean): Bars {
  if (session.state === 'anonymous') return { isRestricted: false, isUnconfirmed: false }
  const { attributes, meta } = session.user
  return { isRestricted: meta.restrictions.reason !== null, isUnconfirmed: hasMail && !attributes.verified }
}

/**
 * The bars of an account that is restricted or not confirmed; their code is loaded for no other. They are above everything
 * else of the page: the element that they are in is added there, because the layout is part of the sign-in page too, which
 * has none.
 */
export function AccountBarsLoader() {
  const { config, log } = useShell()
  const session = useSession()
  const bars = barsOf(session, config.emailVerification)
  const isShown = bars.isRestricted || bars.isUnconfirmed
  const [place] = useState(() => {
    const element = document.createElement('div')
    // Announced: the region is in the page before its text, which comes with the code of the bars.
    element.setAttribute('role', 'status')
    return element
  })
  useLayoutEffect(() => {
    if (!isShown) return undefined
    document.querySelector('[data-rail]')?.prepend(place)
    return () => {
      place.remove()
    }
  }, [isShown, place])
  if (!isShown || session.state === 'anonymous') return null
  return createPortal(
    <OptionalBoundary name="The bars of the account" log={log}>
      <Suspense fallback={null}>
        <LazyBars user={session.user} bars={bars} />
      </Suspense>
    </OptionalBoundary>,
    place,
  )
}
