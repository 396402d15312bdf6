import { FormattedMessage, useIntl } from 'react-intl'
import { Link, usePreferences } from '@holdall/section'
import { Button, Card, linkStyles, Row, Text } from '@holdall/ui'
import styled from 'styled-components'
import { useShell } from '../host-provider.tsx'

const Place = styled(Card)`
  position: fixed;
  z-index: var(--z-tray);
  inset-block-end: 24px;
  /* Beside the rail: the other corner is the uploads'. */
  inset-inline-start: calc(var(--rail) + 24px);
  display: grid;
  gap: 16px;
  inline-size: min(400px, calc(100vw - 48px));
  padding: 20px;
  background: var(--popup);
  box-shadow: var(--sh-3);
  @media (max-width: 640px) {
    inset-block-end: calc(8px + env(safe-area-inset-bottom));
    inset-inline: 8px;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    inline-size: auto;
    padding: 12px 16px;
    body:has([data-rail]) & {
      inset-block-end: calc(76px + env(safe-area-inset-bottom));
    }
  }
`
const Policy = styled(Link)`
  ${linkStyles}
`

/** Says once that cookies are used; dismissed, it stays away from this browser. */
export function CookieNotice() {
  const { config, knownSections, navigation, preferences } = useShell()
  const { cookieNoticeDismissed } = usePreferences()
  const intl = useIntl()
  if (cookieNoticeDismissed || config.installation === 'installation-needed') return null
  const hasPolicy = knownSections.some(({ namedRoutes }) => 'DynamicPage' in namedRoutes)
  return (
    <Place
      as="aside"

      aria-label={intl.formatMessage({ id: 'cookie_disclaimer.label' })}
    >
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
          <Policy to={navigation.href('DynamicPage', { slug: 'cookie-policy' })}>
            <FormattedMessage id="cookie_disclaimer.policy" />
          </Policy>
        ) : null}
      </Row>
    </Place>
  )
}
