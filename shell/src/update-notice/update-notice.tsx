import { useReadable, useUploads } from '@holdall/section'
import { Button, Card, Text } from '@holdall/ui'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { useCatalogue, useShell } from '../host-provider.tsx'
import { isActive } from '../uploads/active.ts'

/** How often a page that is looked at asks for the server's composition, and the least time between two such requests. */
const EVERY_MS = 10 * 60_000
const AT_LEAST_MS = 60_000

const Place = styled(Card)`
  position: fixed;
  z-index: var(--z-tray);
  inset-block-start: 16px;
  inset-inline: 0;
  display: flex;
  align-items: center;
  gap: 16px;
  inline-size: fit-content;
  max-inline-size: calc(100vw - 24px);
  margin-inline: auto;
  padding: 10px 12px 10px 20px;
  background: var(--popup);
  box-shadow: var(--sh-3);
`

/** Says that the server has a newer interface than this page. People choose when to reload; uploads are finished first. */
export function UpdateNotice() {
  const { reload, sections, overlay } = useShell()
  const { isOutdated } = useCatalogue()
  const isUploading = useUploads().some(isActive)
  const hasPopup = useReadable(overlay.layers).length > 0

  useEffect(() => {
    let askedAt = Date.now()
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < AT_LEAST_MS) return
      askedAt = Date.now()
      void sections.refresh()
    }
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
    }
  }, [sections])

  if (!isOutdated || isUploading || hasPopup) return null
  return (
    <Place as="output">
      <Text>
        <FormattedMessage id="update.available" />
      </Text>
      <Button size="s" variant="primary" onClick={reload}>
        <FormattedMessage id="update.reload" />
      </Button>
    </Place>
  )
}
