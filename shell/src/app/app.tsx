import { decide, type Decision } from '@holdall/api/routing'
import { type Language, Navigate, SlotContext, useLocation, useSession } from '@holdall/section'
import { lazy, startTransition, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useCatalogue, useShell } from '../host/host-provider.tsx'
import { type ConnectableLink, RouterLinkKeeper } from '../navigation/router-link.ts'
import { SectionHost } from '../section-views/section-host.tsx'
import type { ShellSections } from '../sections/sections.ts'
import { createSlots } from '../section-views/section-slots.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { usePrefetchSections } from './prefetch-sections.ts'
import { SpotlightKey } from '../spotlight/spotlight-key.tsx'
import { AppLayout } from './app-layout.tsx'

// None of these is on the first screen.
const GlobalElements = lazy(() => import('./global-elements.tsx').then((m) => ({ default: m.GlobalElements })))
const ForbiddenScreen = lazy(() =>
  import('../error-pages/error-screens.tsx').then((m) => ({ default: m.ForbiddenScreen })),
)
const NotFoundScreen = lazy(() =>
  import('../error-pages/error-screens.tsx').then((m) => ({ default: m.NotFoundScreen })),
)

/** Popups, toasts and notices load after the first screen, at the latest after this time. */
const MAX_FIRST_SCREEN_MS = 2000

interface Props {
  readonly sections: ShellSections
  readonly language: Language
  readonly link: ConnectableLink
}

/** Renders the screen of the current address. Requires the router and the host. */
export function App({ sections, language, link }: Props) {
  const { config } = useShell()
  const { composed, known } = useCatalogue()
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const Slots = useMemo(() => createSlots(sections, language), [sections, language])
  const [settled, setSettled] = useState(false)
  usePrefetchSections(sections)
  const settle = useCallback(() => {
    // In slices: the first screen is used already.
    startTransition(() => {
      setSettled(true)
    })
  }, [])
  useEffect(() => {
    const timer = setTimeout(settle, MAX_FIRST_SCREEN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [settle])
  const decision = decide({
    place: { pathname, search, hash },
    role: session.state === 'signed-in' ? session.user.attributes.role : null,
    isEnding: session.state === 'signed-in' && session.user.attributes.deletes_at !== null,
    config,
    known,
    composed,
  })
  return (
    <SlotContext value={Slots}>
      <RouterLinkKeeper link={link} />
      <SpotlightKey />
      <AppLayout pathname={pathname}>
        <Suspense fallback={null}>
          <DecidedScreen decision={decision} sections={sections} language={language} onFirstScreen={settle} />
        </Suspense>
      </AppLayout>
      {settled ? (
        <Suspense fallback={null}>
          <GlobalElements />
        </Suspense>
      ) : null}
    </SlotContext>
  )
}

interface DecidedScreenProps extends Pick<Props, 'sections' | 'language'> {
  readonly decision: Decision
  readonly onFirstScreen: () => void
}

function DecidedScreen({ decision, sections, language, onFirstScreen }: DecidedScreenProps) {
  const moveFocus = useFocusOnNavigation()
  const onShown = useCallback(() => {
    moveFocus()
    onFirstScreen()
  }, [moveFocus, onFirstScreen])
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
