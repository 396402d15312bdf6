import { SkipLink } from '@holdall/ui'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { useShell } from '../host-provider.tsx'
import { QuietBoundary } from '../quiet-boundary.tsx'
import { hasNavigation } from '../navigation/has-navigation.ts'

// A visitor who signs in does without it; where it belongs it is fetched beside the section.
const fetchNavigation = () => import('../rail/Navigation.tsx').then((m) => ({ default: m.Navigation }))
const Navigation = lazy(fetchNavigation)

/** Fetches ahead what stands around the page of this address. */
export async function prepareFrame(pathname: string): Promise<void> {
  // Without it the page still shows; its boundary leaves it out.
  if (hasNavigation(pathname)) await fetchNavigation().catch(() => undefined)
}

const Grid = styled.div`
  display: flex;
  block-size: 100dvh;
  &[data-plain] {
    block-size: auto;
    min-block-size: 100dvh;
  }
`
const Main = styled.main`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  min-block-size: 0;
  outline: none;
  /* The focus goes to the heading of a new page for those who listen; nobody types there. */
  & h1:focus-visible {
    outline: none;
  }
  @media (max-width: 640px) {
    [data-rail] > & {
      padding-block-end: calc(64px + env(safe-area-inset-bottom));
    }
  }
`

interface Props {
  readonly pathname: string
  readonly children: ReactNode
}

/** The page around every section: the way past it, the rail where it belongs, and the place for the section. */
export function Frame({ pathname, children }: Props) {
  const { log } = useShell()
  const withRail = hasNavigation(pathname)
  const area = pathname.split('/')[1] ?? ''
  useEffect(() => {
    document.body.dataset['area'] = area
  }, [area])
  return (
    <>
      <SkipLink href="#main">
        <FormattedMessage id="skip_to_content" />
      </SkipLink>
      <Grid {...(withRail ? { 'data-rail': true } : { 'data-plain': true })}>
        {withRail ? (
          <QuietBoundary name="The navigation" log={log}>
            <Suspense fallback={null}>
              <Navigation />
            </Suspense>
          </QuietBoundary>
        ) : null}
        <Main id="main" tabIndex={-1}>
          {children}
        </Main>
      </Grid>
    </>
  )
}
