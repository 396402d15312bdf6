import { Link, useHost } from '@holdall/section'
import { Grow, LanguageMenu, Logo, useMediaQuery } from '@holdall/ui'
import { Suspense, lazy, type ReactNode, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { ThemeButton } from './theme-button.tsx'

const AuthIllustration = lazy(() => import('./auth-illustration.tsx').then((m) => ({ default: m.AuthIllustration })))

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  flex: 1;
  background: var(--surface);
  @media (min-width: 1024px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`
const Side = styled.div`
  display: grid;
  grid-template-rows: auto 1fr auto;
  padding: 32px 40px;
  @media (max-width: 640px) {
    padding: 24px 20px;
  }
`
const Box = styled.div`
  --h: 44px;
  /* As high as the row, so that it stays where it is when its content is replaced. */
  align-content: center;
  justify-self: center;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  inline-size: min(100%, 376px);
  padding-block: 32px 64px;
`
const Footer = styled.footer`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 20px;
  font-size: var(--t-13);
  color: var(--text-3);
  a {
    line-height: 24px;
  }
  a:hover {
    text-decoration: underline;
  }
`
const Picture = styled.div`
  position: relative;
  margin: 12px;
  margin-inline-start: 0;
  overflow: hidden;
  border-radius: 20px;
  background:
    radial-gradient(120% 90% at 80% 0%, #d9f7e6 0%, transparent 60%),
    radial-gradient(90% 80% at 0% 100%, #ddeff2 0%, transparent 55%), #edf7f2;
  [data-theme='dark'] & {
    background:
      radial-gradient(120% 90% at 80% 0%, #0e3b2a 0%, transparent 60%),
      radial-gradient(90% 80% at 0% 100%, #10282f 0%, transparent 55%), #101a16;
  }
`

/** Layout of sign-in and sign-up: a narrow column, from 1024 px on with the illustration beside it. */
export function AuthLayout({ children }: { readonly children: ReactNode }) {
  const { config, language, navigation } = useHost()
  const intl = useIntl()
  const wide = useMediaQuery('(min-width: 1024px)')
  const isPainted = useIsPainted()
  return (
    <Frame>
      <Side>
        <Logo size={31} style={{ justifySelf: 'start' }} name={config.name} />
        <Box>{children}</Box>
        <Footer>
          {config.pages.map(({ slug, title }) => (
            <Link key={slug} to={navigation.href('DynamicPage', { slug })}>
              {title}
            </Link>
          ))}
          <LanguageMenu side="top" label={intl.formatMessage({ id: 'language.label' })} language={language} />
          <Grow />
          <ThemeButton hasLabel />
        </Footer>
      </Side>
      {wide ? (
        <Picture aria-hidden>
          <Suspense>{isPainted ? <AuthIllustration /> : null}</Suspense>
        </Picture>
      ) : null}
    </Frame>
  )
}

/** Whether the form has been shown: what it can do without is loaded after that. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}
