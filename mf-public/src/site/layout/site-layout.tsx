import { FurtherIntl, Link, useHost } from '@holdall/section'
import { buttonStyles, LanguageMenu, linkStyles, Logo, useDocumentTitle } from '@holdall/ui'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { ThemeButton } from '../../layout/theme-button.tsx'
import { siteMessages } from '../site-messages.ts'

const Frame = styled.div`
  flex: 1;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto 1fr auto;
`
/** The width of everything on these pages; the skeleton of the homepage repeats it. */
export const siteWidth = 'inline-size: min(100%, 1200px); margin-inline: auto; padding-inline: 24px;'
const Bar = styled.header`
  ${siteWidth}
  display: flex;
  align-items: center;
  gap: 8px;
  block-size: 72px;
  @media (max-width: 640px) {
    block-size: 60px;
    padding-inline: 16px;
  }
`
const Home = styled(Link)`
  display: inline-flex;
  min-inline-size: 0;
  margin-inline-end: auto;
  border-radius: 8px;
`
const Enter = styled(Link)`
  ${buttonStyles({ size: 's' })}
  flex: none;
`
/** What is short fills the page, so that it can be centered. */
const Content = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
`
const Footer = styled.footer`
  border-block-start: 1px solid var(--line);
  & > div {
    ${siteWidth}
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px 24px;
    padding-block: 24px;
    color: var(--text-2);
    font-size: var(--t-13);
    line-height: 20px;
  }
  p {
    flex: 1 1 240px;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 640px) {
    & > div {
      padding-inline: 16px;
    }
  }
`
const Links = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 20px;
  a {
    ${linkStyles}
    display: inline-flex;
    align-items: center;
    min-block-size: 24px;
  }
`

interface SiteLayoutProps {
  /** Of the document; null is the name of the installation. */
  readonly title: string | null
  /** The operator's text in the footer. */
  readonly footer?: string | null | undefined
  readonly children: ReactNode
}

/** Layout of the homepage and the pages of the operator. Inside of `SiteIntl`. */
export function SiteLayout({ title, footer, children }: SiteLayoutProps) {
  const { config, language, navigation, session } = useHost()
  const intl = useIntl()
  useDocumentTitle(title, config.name)
  const isSignedIn = session.get().state === 'signed-in'
  return (
    <Frame>
      <Bar>
        <Home to="/" aria-label={intl.formatMessage({ id: 'site.home' }, { name: config.name })}>
          <Logo name={config.name} />
        </Home>
        <ThemeButton />
        <Enter to={isSignedIn ? navigation.href('Files') : '/sign-in'}>
          <FormattedMessage id={isSignedIn ? 'share.my_files' : 'share.sign_in'} />
        </Enter>
      </Bar>
      <Content>{children}</Content>
      <Footer>
        <div>
          <p dir="auto">{footer ?? <FormattedMessage id="share.hosted_by" values={{ name: config.name }} />}</p>
          <Links aria-label={intl.formatMessage({ id: 'site.footer' })}>
            {config.pages.map((page) => (
              <Link key={page.slug} to={navigation.href('DynamicPage', { slug: page.slug })}>
                {page.title}
              </Link>
            ))}
            {config.contact ? (
              <Link to="/contact-us">
                <FormattedMessage id="site.contact" />
              </Link>
            ) : null}
          </Links>
          <LanguageMenu side="top" label={intl.formatMessage({ id: 'language.label' })} language={language} />
        </div>
      </Footer>
    </Frame>
  )
}

/** The messages of these pages. */
export const SiteIntl = ({ children }: { readonly children: ReactNode }) => (
  <FurtherIntl further={siteMessages}>{children}</FurtherIntl>
)
