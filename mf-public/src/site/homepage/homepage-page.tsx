import { Link, useHost, useSession } from '@holdall/section'
import { buttonStyles, KindTile } from '@holdall/ui'
import { CloudUpload, Link2, UsersRound } from '@holdall/ui/icons'
import { lazy, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { SiteIntl, SiteLayout, siteWidth } from '../layout/site-layout.tsx'
import { ProductPicture } from './product-picture.tsx'

const Illustration = lazy(() =>
  import('../../layout/auth-illustration.tsx').then((m) => ({ default: m.AuthIllustration })),
)

const Part = styled.section`
  ${siteWidth}
  padding-block: 48px 64px;
  h2 {
    font-size: clamp(1.5rem, 1.2rem + 1.2vw, 2rem);
    line-height: 1.25;
    font-weight: var(--w-semi);
    letter-spacing: -0.025em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  @media (max-width: 640px) {
    padding: 24px 16px 40px;
  }
`
const Hero = styled(Part)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px 56px;
  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.08fr);
  }
`
const Words = styled.div`
  max-inline-size: 560px;
  h1 {
    font-size: 2.75rem;
    line-height: 52px;
    font-weight: var(--w-semi);
    letter-spacing: -0.03em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  p {
    margin-block-start: 20px;
    font-size: var(--t-18);
    line-height: 28px;
    color: var(--text-2);
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  @media (max-width: 640px) {
    h1 {
      font-size: 2.125rem;
      line-height: 40px;
    }
  }
`
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-block-start: 32px;
`
const Primary = styled(Link)`
  ${buttonStyles({ variant: 'primary', size: 'l' })}
`
const Secondary = styled(Link)`
  ${buttonStyles({ size: 'l' })}
`
const Lead = styled.p`
  max-inline-size: 60ch;
  margin-block-start: 12px;
  font-size: var(--t-16);
  line-height: 26px;
  color: var(--text-2);
  overflow-wrap: anywhere;
`
const Boxes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr));
  gap: 16px;
  margin-block-start: 32px;
  list-style: none;
  li {
    padding: 28px 24px;
    border-radius: var(--r-l);
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line);
  }
  h2,
  h3 {
    margin-block-start: 20px;
    font-size: var(--t-16);
    line-height: 24px;
    font-weight: var(--w-semi);
    letter-spacing: -0.014em;
    overflow-wrap: anywhere;
  }
  p {
    margin-block-start: 6px;
    color: var(--text-2);
    line-height: 22px;
    overflow-wrap: anywhere;
  }
`
const Panel = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow: hidden;
  border-radius: 20px;
  background: var(--accent-soft);
  & > div:first-child {
    padding: 56px 48px;
  }
  @media (min-width: 768px) {
    grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr);
  }
  @media (max-width: 640px) {
    & > div:first-child {
      padding: 32px 24px;
    }
  }
`
const Picture = styled.div`
  position: relative;
  min-block-size: 280px;
  @media (max-width: 767px) {
    display: none;
  }
`

const boxes = [
  { id: 'box1', icon: CloudUpload, hue: 'blue' },
  { id: 'box2', icon: Link2, hue: 'violet' },
  { id: 'box3', icon: UsersRound, hue: 'orange' },
] as const

/** The start page, which leads the signed-in to their files. */
export const HomepagePage = () => (
  <SiteIntl>
    <Homepage />
  </SiteIntl>
)

function Homepage() {
  const { config } = useHost()
  const intl = useIntl()
  const { homepage, allowRegistration } = config
  const text = (own: string | null | undefined, id: string) => own ?? intl.formatMessage({ id: `homepage.${id}` })
  const { header, features, boxes: boxTexts, getStarted, footer } = homepage ?? {}
  const BoxTitle = features ? 'h3' : 'h2'
  return (
    <SiteLayout title={text(header?.title, 'header_title')} footer={footer}>
      <Hero>
        <Words>
          <h1 dir="auto">{text(header?.title, 'header_title')}</h1>
          <p dir="auto">{text(header?.description, 'header_description')}</p>
          <Enter allowRegistration={allowRegistration} />
        </Words>
        <ProductPicture />
      </Hero>
      {features || boxTexts ? (
        <Part>
          {features ? (
            <>
              <h2 dir="auto">{text(features.title, 'features_title')}</h2>
              <Lead dir="auto">{text(features.description, 'features_description')}</Lead>
            </>
          ) : null}
          {boxTexts ? (
            <Boxes>
              {boxes.map(({ id, icon, hue }, index) => (
                <li key={id}>
                  <KindTile hue={hue} icon={icon} size={44} iconSize={22} />
                  <BoxTitle dir="auto">{text(boxTexts[index]?.title, `${id}_title`)}</BoxTitle>
                  <p dir="auto">{text(boxTexts[index]?.description, `${id}_description`)}</p>
                </li>
              ))}
            </Boxes>
          ) : null}
        </Part>
      ) : null}
      {getStarted ? (
        <Part>
          <Panel>
            <div>
              <h2 dir="auto">{text(getStarted.title, 'get_started_title')}</h2>
              <Lead dir="auto">
                {text(getStarted.description, allowRegistration ? 'get_started_description' : 'get_started_sign_in')}
              </Lead>
              <Enter allowRegistration={allowRegistration} />
            </div>
            <Picture aria-hidden>
              <Suspense>
                <Illustration />
              </Suspense>
            </Picture>
          </Panel>
        </Part>
      ) : null}
    </SiteLayout>
  )
}

function Enter({ allowRegistration }: { readonly allowRegistration: boolean }) {
  const { navigation } = useHost()
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <Actions>
      {isSignedIn ? (
        <Primary to={navigation.href('Files')}>
          <FormattedMessage id="share.my_files" />
        </Primary>
      ) : (
        <EnterAsVisitor allowRegistration={allowRegistration} />
      )}
    </Actions>
  )
}

const EnterAsVisitor = ({ allowRegistration }: { readonly allowRegistration: boolean }) => (
  <>
    {allowRegistration ? (
      <Primary to="/sign-up">
        <FormattedMessage id="homepage.create_account" />
      </Primary>
    ) : (
      <Primary to="/sign-in">
        <FormattedMessage id="share.sign_in" />
      </Primary>
    )}
    {allowRegistration ? (
      <Secondary to="/sign-in">
        <FormattedMessage id="share.sign_in" />
      </Secondary>
    ) : null}
  </>
)
