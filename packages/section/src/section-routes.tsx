import { createElement, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { Route, Routes } from 'react-router-dom'
import type { SectionModule, SectionRoute } from './contract.ts'
import { fetchOnce, useLazy } from './lazy.ts'
import { type Language, messagesFor, SectionIntl } from './section-intl.tsx'

interface SectionRoutesProps {
  readonly section: SectionModule
  readonly language: Language
  /** Second part of every document title. */
  readonly siteName: string
  /** Shown while a page is loading. */
  readonly skeleton: ReactNode
  /** Called after the page of a route is rendered. */
  readonly onShown?: (route: SectionRoute) => void
}

/** The pages of a section, at their absolute paths. */
export function SectionRoutes({ section, language, skeleton, ...page }: SectionRoutesProps) {
  return (
    <Routes>
      {section.routes.map((route) => (
        <Route
          key={route.path}
          path={route.path}
          element={
            <Suspense key={route.path} fallback={skeleton}>
              <Page section={section} route={route} language={language} {...page} />
            </Suspense>
          }
        />
      ))}
    </Routes>
  )
}

type PageProps = Omit<SectionRoutesProps, 'skeleton'> & { readonly route: SectionRoute }

function Page({ section, route, language, siteName, onShown }: PageProps) {
  // Messages and page are fetched in parallel.
  void fetchOnce(route.page).catch(() => undefined)
  void fetchOnce(messagesFor(section, language.locale)).catch(() => undefined)
  return (
    <SectionIntl section={section} language={language}>
      <Titled route={route} siteName={siteName} onShown={onShown} />
    </SectionIntl>
  )
}

interface TitledProps {
  readonly route: SectionRoute
  readonly siteName: string
  readonly onShown: SectionRoutesProps['onShown'] | undefined
}

function Titled({ route, siteName, onShown }: TitledProps) {
  const Content = useLazy(route.page)
  const title = useIntl().formatMessage({ id: route.titleKey })
  // A layout effect, so that it runs before an effect of the page that sets a more specific title.
  useLayoutEffect(() => {
    document.title = `${title} – ${siteName}`
  }, [title, siteName])
  const shown = useRef(onShown)
  useEffect(() => {
    shown.current?.(route)
  }, [route])
  return createElement(Content)
}
