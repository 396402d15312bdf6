import { type Language, Navigate, SlotContext, useLocation, useSession } from '@holdall/section'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useCatalogue, useShell } from '../host-provider.tsx'
import { type ConnectableLink, RouterLinkKeeper } from '../navigation/router-link.ts'
import { SectionHost } from '../sections/section-host.tsx'
import type { ShellSections } from '../sections/sections.ts'
import { createSlots } from '../sections/slots.tsx'
import { useArrival } from './arrival.ts'
import { useFetchAhead } from './fetch-ahead.ts'
import { Frame } from './frame.tsx'
import { decide, type Decision } from './guard.ts'

// Nothing of it is on the first screen.
const GlobalElements = lazy(() => import('../global-elements.tsx').then((m) => ({ default: m.GlobalElements })))
const ForbiddenScreen = lazy(() => import('./screens.tsx').then((m) => ({ default: m.ForbiddenScreen })))
const NotFoundScreen = lazy(() => import('./screens.tsx').then((m) => ({ default: m.NotFoundScreen })))

/** A first screen that does not come keeps what stands above it waiting no longer than this. */
const PATIENCE_MS = 2000

interface Props {
  readonly sections: ShellSections
  readonly language: Language
  readonly link: ConnectableLink
}

/** Every address of the product. Rendered inside the router and the host. */
export function App({ sections, language, link }: Props) {
  const { config } = useShell()
  const { composed, known } = useCatalogue()
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const Slots = useMemo(() => createSlots(sections, language), [sections, language])
  const [settled, setSettled] = useState(false)
  useFetchAhead(sections)
  const settle = useCallback(() => {
    setSettled(true)
  }, [])
  useEffect(() => {
    const timer = setTimeout(settle, PATIENCE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [settle])
  const decision = decide({
    place: { pathname, search, hash },
    session,
    config,
    known,
    composed,
  })
  return (
    <SlotContext value={Slots}>
      <RouterLinkKeeper link={link} />
      <Frame pathname={pathname}>
        <Suspense fallback={null}>
          <Shown decision={decision} sections={sections} language={language} onFirstScreen={settle} />
        </Suspense>
      </Frame>
      {settled ? (
        <Suspense fallback={null}>
          <GlobalElements />
        </Suspense>
      ) : null}
    </SlotContext>
  )
}

interface ShownProps extends Pick<Props, 'sections' | 'language'> {
  readonly decision: Decision
  readonly onFirstScreen: () => void
}

function Shown({ decision, sections, language, onFirstScreen }: ShownProps) {
  const arrive = useArrival()
  const onShown = useCallback(() => {
    arrive()
    onFirstScreen()
  }, [arrive, onFirstScreen])
  switch (decision.kind) {
    case 'show':
      return (
        <SectionHost key={decision.id} id={decision.id} sections={sections} language={language} onShown={onShown} />
      )
    case 'go':
      return <Navigate to={decision.to} replace />
    case 'forbidden':
      return <ForbiddenScreen />
    case 'not-found':
      return <NotFoundScreen />
  }
}
