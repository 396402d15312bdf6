import { Link, useHost, useSession } from '@holdall/section'
import { Grow, LanguageMenu, Logo, buttonStyles } from '@holdall/ui'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { ThemeButton } from './theme-button.tsx'

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto 1fr auto;
  flex: 1;
`
const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: 12px;
  block-size: 72px;
  padding-inline: 24px;
  @media (max-width: 640px) {
    block-size: 60px;
    padding-inline: 16px;
  }
`
const Enter = styled(Link)`
  ${buttonStyles({ size: 's' })}
  flex: none;
`
const Footer = styled.footer`
  /* Stays at the bottom while the page above it is loading. */
  grid-row: 3;
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px 20px;
  align-items: center;
  padding: 20px;
  font-size: var(--t-12);
  letter-spacing: 0;
  color: var(--text-3);
`

interface VisitorLayoutProps {
  /** Sign-in, with the page that it leads to; default: the files. */
  readonly signIn?: string
  readonly children: ReactNode
}

/** Layout of pages for visitors: the logo in the header, the host in the footer, no navigation rail. */
export function VisitorLayout({ signIn = '/sign-in', children }: VisitorLayoutProps) {
  const { config, language, navigation } = useHost()
  const intl = useIntl()
  const session = useSession()
  return (
    <Frame>
      <Bar>
        <Logo name={config.name} />
        <Grow />
        <ThemeButton />
        {session.state === 'anonymous' ? (
          <Enter to={signIn}>
            <FormattedMessage id="share.sign_in" />
          </Enter>
        ) : (
          <Enter to={navigation.href('Files')}>
            <FormattedMessage id="share.my_files" />
          </Enter>
        )}
      </Bar>
      {children}
      <Footer>
        <FormattedMessage id="share.hosted_by" values={{ name: config.name }} />
        <LanguageMenu side="top" label={intl.formatMessage({ id: 'language.label' })} language={language} />
      </Footer>
    </Frame>
  )
}

/** Centers its content on a page for visitors. */
export const Centered = styled.div`
  flex: 1;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  justify-items: center;
  padding: 24px 16px 96px;
`

/** The card of a visitor's form or file. */
export const SoloCard = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  inline-size: min(100%, 440px);
  padding: 40px;
  border-radius: 20px;
  background: var(--surface);
  box-shadow:
    0 0 0 1px var(--line),
    var(--sh-2);
  h1 {
    font-size: 1.375rem;
    line-height: 30px;
    font-weight: var(--w-semi);
    letter-spacing: -0.02em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  p {
    color: var(--text-2);
    line-height: 22px;
    text-wrap: pretty;
  }
  @media (max-width: 640px) {
    padding: 28px 20px;
  }
`
