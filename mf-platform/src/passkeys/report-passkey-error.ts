import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'

/** What the server says about these is for the user. */
const refusals = [
  'last-sign-in-method',
  'passkey-refused',
  'passkey-expired',
  'passkeys-unavailable',
  'too-many-passkeys',
] as const

/** Shows why a passkey was not added or removed. To cancel the question of the browser is no error. */
export function useReportPasskeyError(): (error: unknown) => void {
  const { overlay } = useHost()
  const intl = useIntl()
  const report = useReportError()
  return useCallback(
    (error) => {
      const title = intl.formatMessage({ id: 'user.passkeys.failed' })
      const alert = (message: string) => {
        overlay.alert({ title, message, tone: 'danger' })
      }
      if (isApiError(error)) {
        return refusals.some((code) => isApiError(error, code)) ? alert(error.message) : report(error)
      }
      switch (error instanceof Error ? error.name : '') {
        case 'NotAllowedError':
        case 'AbortError':
          return undefined
        case 'InvalidStateError':
          return alert(intl.formatMessage({ id: 'user.passkeys.known_device' }))
        default:
          return alert(intl.formatMessage({ id: 'user.passkeys.device_failed' }))
      }
    },
    [intl, overlay, report],
  )
}
