import { fetchOnce, useLazy } from '@holdall/section'
import { SkipLink } from '@holdall/ui'
import { createElement, type MouseEvent, type ReactNode, Suspense, useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { CookieNotice } from '../cookie-notice/cookie-notice.tsx'
import { useShell } from '../host/host-provider.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'
import { hasNavigation } from '../navigation/has-navigation.ts'

// A chunk of its own, because the sign-in page has no navigation; fetched in parallel with the section.
const loadNavigation = () => import('../app-navigation/app-navigation.tsx').then((m) => m.AppNavigation)
function LazyNavigation() {
  return createElement(useLazy(loadNavigation))
}

/** Fetches the code of the navigation, where the page of this path has one. */
export async function prefetchNavigation(pathname: string): Promise<void> {
  // The page is shown without it: its boundary leaves it out.
  if (hasNavigation(pathname)) await fetchOnce(loadNavigation).catch(() => undefined)
}

const Page = styled.div`
  display: flex;
  flex-direction: column;
  block-size: 100dvh;
  &[data-plain] {
    block-size: auto;
    min-block-size: 100dvh;
  }
  @media (max-width: 640px) {
    &[data-rail] {
      padding-block-end: calc(64px + env(safe-area-inset-bottom));
    }
  }
`
const Grid = styled.div`
  flex: 1;
  display: flex;
  min-block-size: 0;
`
/** Keeps the width of the rail while its code is loading. */
const RailSpace = styled.div`
  flex: none;
  inline-size: var(--rail);
  @media (max-width: 1023px) {
    inline-size: 68px;
  }
  @media (max-width: 640px) {
    display: none;
  }
`
const Main = styled.main`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  min-block-size: 0;
  outline: none;
  /* A navigation focuses the heading for screen readers; it is not interactive and needs no outline. */
  & h1:focus-visible {
    outline: none;
  }
`

/** The skip link leads to the list of a page where it has one, past the bars above it. */
function focusList(event: MouseEvent): void {
  const list = document.querySelector<HTMLElement>('#main [role="grid"]')
  if (!list) return
  event.preventDefault()
  list.focus()
}

interface Props {
  readonly pathname: string
  readonly children: ReactNode
}

/** The page around every section: skip link, navigation, and the main element that holds the section. */
export function AppLayout({ pathname, children }: Props) {
  const { log } = useShell()
  const withRail = hasNavigation(pathname)
  const area = pathname.split('/')[1] ?? ''
  useEffect(() => {
    document.body.dataset['area'] = area
  }, [area])
  return (
    <>
      <SkipLink href="#main" onClick={focusList}>
        <FormattedMessage id="skip_to_content" />
      </SkipLink>
      <Page {...(withRail ? { 'data-rail': true } : { 'data-plain': true })}>
        <Grid>
          {withRail ? (
            <OptionalBoundary name="The navigation" log={log}>
              <Suspense fallback={<RailSpace />}>
                <LazyNavigation />
              </Suspense>
            </OptionalBoundary>
          ) : null}
          <Main id="main" tabIndex={-1}>
            {children}
          </Main>
        </Grid>
        <OptionalBoundary name="The cookie notice" log={log}>
          <CookieNotice />
        </OptionalBoundary>
      </Page>
    </>
  )
}
