import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, usePreferences, useSession } from '@holdall/section'
import { Button, linkStyles, Row, Text, useReservedSpace } from '@holdall/ui'
import styled from 'styled-components'
import { useCatalogue, useShell } from '../host/host-provider.tsx'

/** In the flow, below everything else of the page: it covers no action, at any zoom. */
const Notice = styled.aside`
  position: sticky;
  z-index: var(--z-sticky);
  inset-block-end: 0;
  flex: none;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 8px 20px;
  padding: 10px 24px;
  border-block-start: 1px solid var(--line);
  background: var(--surface);
  @media (max-width: 640px) {
    justify-content: space-between;
    padding: 10px 16px;
    & > p {
      flex: 1 1 180px;
    }
  }
`
const Policy = styled(Link)`
  ${linkStyles}
`

const COOKIE_POLICY = 'cookie-policy'

/**
 * Says that cookies are used, until it is dismissed in this browser. Who signs in asks for the only cookie that there is:
 * this dismisses it too.
 */
export function CookieNotice() {
  const { config, navigation, preferences } = useShell()
  const { known } = useCatalogue()
  const { cookieNoticeDismissed } = usePreferences()
  const intl = useIntl()
  const notice = useReservedSpace('--notice-space')
  const isSignedIn = useSession().state === 'signed-in'
  useEffect(() => {
    if (isSignedIn && !cookieNoticeDismissed) preferences.set('cookieNoticeDismissed', true)
  }, [isSignedIn, cookieNoticeDismissed, preferences])
  if (isSignedIn || cookieNoticeDismissed || config.installation === 'installation-needed') return null
  const hasPolicy =
    known.some(({ namedRoutes }) => 'DynamicPage' in namedRoutes) &&
    config.pages.some(({ slug }) => slug === COOKIE_POLICY)
  return (
    <Notice ref={notice} aria-label={intl.formatMessage({ id: 'cookie_disclaimer.label' })}>
      <Text as="p" variant="secondary" tone="muted">
        <FormattedMessage id="cookie_disclaimer.description" />
      </Text>
      <Row gap={16}>
        <Button
          size="s"
          variant="primary"
          onClick={() => {
            preferences.set('cookieNoticeDismissed', true)
          }}
        >
          <FormattedMessage id="cookie_disclaimer.button" />
        </Button>
        {hasPolicy ? (
          <Policy to={navigation.href('DynamicPage', { slug: COOKIE_POLICY })}>
            <FormattedMessage id="cookie_disclaimer.policy" />
          </Policy>
        ) : null}
      </Row>
    </Notice>
  )
}
