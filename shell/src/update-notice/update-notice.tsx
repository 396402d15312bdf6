import { useReadable, useUploads } from '@holdall/section'
import { Button, Card, Text } from '@holdall/ui'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { useCatalogue, useShell } from '../host/host-provider.tsx'
import { isActive } from '../stores/active-uploads.ts'

/** How often a visible page checks the server's composition, and the minimum time between two checks. */
const CHECK_INTERVAL_MS = 10 * 60_000
const MIN_INTERVAL_MS = 60_000

const Notice = styled(Card)`
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

/** Says that the server has a newer version than this page. Users choose when to reload; uploads are finished first. */
export function UpdateNotice() {
  const { reload, sections, overlay } = useShell()
  const { isOutdated } = useCatalogue()
  const isUploading = useUploads().some(isActive)
  const hasPopup = useReadable(overlay.layers).length > 0

  useEffect(() => {
    let checkedAt = Date.now()
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < MIN_INTERVAL_MS) return
      checkedAt = Date.now()
      void sections.refresh()
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', check)
    window.addEventListener('online', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('online', check)
    }
  }, [sections])

  if (!isOutdated || isUploading || hasPopup) return null
  return (
    <Notice as="output">
      <Text>
        <FormattedMessage id="update.available" />
      </Text>
      <Button size="s" variant="primary" onClick={reload}>
        <FormattedMessage id="update.reload" />
      </Button>
    </Notice>
  )
}
