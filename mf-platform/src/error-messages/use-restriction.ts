import { useHost, useSession } from '@holdall/section'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'

interface RestrictionOptions {
  /** What the popup needs. */
  readonly restriction: 'canUpload' | 'canCreateFolder' | 'canCreateTeamFolder'
  /** Message id of the title of the alert. */
  readonly titleId: string
  readonly close: () => void
  /** False where the restrictions of the account do not apply; default: true. */
  readonly isEnabled?: boolean
}

/** Whether the account may not do what a popup is for. The popup is then closed, and an alert says why. */
export function useRestriction({ restriction, titleId, close, isEnabled = true }: RestrictionOptions): boolean {
  const { overlay } = useHost()
  const session = useSession()
  const intl = useIntl()
  const restrictions = session.state === 'signed-in' && isEnabled ? session.user.meta.restrictions : null
  const isForbidden = restrictions?.[restriction] === false
  const reason = restrictions?.reason ?? ''
  useEffect(() => {
    if (!isForbidden) return
    close()
    overlay.alert({ title: intl.formatMessage({ id: titleId }), message: reason })
  }, [isForbidden, reason, titleId, close, overlay, intl])
  return isForbidden
}
