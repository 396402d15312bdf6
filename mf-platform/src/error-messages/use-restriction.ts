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
  /** Whether the storage of somebody else is used: then a full one does not matter. Default: false. */
  readonly isOthers?: boolean
}

/** Whether the account may not do what a popup is for. The popup is then closed, and an alert says why. */
export function useRestriction({
  restriction,
  titleId,
  close,
  isEnabled = true,
  isOthers = false,
}: RestrictionOptions): boolean {
  const { overlay } = useHost()
  const session = useSession()
  const intl = useIntl()
  const restrictions = session.state === 'signed-in' && isEnabled ? session.user.meta.restrictions : null
  const isForbidden = restrictions?.[restriction] === false && !(isOthers && restrictions.cause === 'storage')
  const reason = restrictions?.reason ?? ''
  useEffect(() => {
    if (!isForbidden) return
    close()
    overlay.alert({ title: intl.formatMessage({ id: titleId }), message: reason })
  }, [isForbidden, reason, titleId, close, overlay, intl])
  return isForbidden
}
