import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'

const restrictedTitles = {
  'upload-restricted': 'files.problem.upload_restricted',
  'download-restricted': 'files.problem.download_restricted',
  'create-folder-restricted': 'files.problem.create_folder_restricted',
} as const

/** Shows why a call failed, chosen by its error code. What the page or the shell already shows is not reported again. */
export function useReportError(): (error: unknown) => void {
  const { overlay, session, toasts } = useHost()
  const intl = useIntl()
  const reportZipTooLarge = useReportZipTooLarge()
  return useCallback(
    (error) => {
      const text = (id: string) => intl.formatMessage({ id })
      if (!isApiError(error)) return overlay.somethingWrong(error)
      switch (error.code) {
        case 'unauthenticated':
        case 'aborted':
          return undefined
        case 'not-found':
          return toasts.show({ type: 'danger', message: text('files.problem.gone') })
        case 'network':
          return toasts.show({ type: 'danger', message: text('files.problem.network') })
        case 'move-into-itself':
          return overlay.alert({ title: text('files.problem.into_itself'), tone: 'danger' })
        case 'copy-into-itself':
          return overlay.alert({ title: text('files.problem.copy_into_itself'), tone: 'danger' })
        case 'other-owner':
          return overlay.alert({ title: text('files.problem.other_owner'), message: error.message, tone: 'danger' })
        case 'owner-restricted':
          return overlay.alert({
            title: text('files.problem.owner_restricted'),
            message: error.message,
            tone: 'danger',
          })
        case 'address-unconfirmed':
          // The bar of the page sends the confirmation.
          session.refresh().catch(() => undefined)
          return overlay.alert({
            title: text('files.problem.address_unconfirmed'),
            message: text('files.problem.address_unconfirmed_text'),
          })
        case 'team-in-team':
          return overlay.alert({ title: text('files.problem.team_in_team'), message: error.message, tone: 'danger' })
        case 'too-many':
          return overlay.alert({ title: text('files.problem.too_many'), message: error.message, tone: 'danger' })
        case 'too-deep':
          return overlay.alert({
            title: text('files.problem.too_deep'),
            message: text('files.problem.too_deep_text'),
            tone: 'danger',
          })
        case 'too-many-favourites':
          return overlay.alert({ title: text('favourites.problem.too_many'), message: error.message, tone: 'danger' })
        case 'too-many-remote-uploads':
          return overlay.alert({
            title: text('remote_upload.too_many_running'),
            message: error.message,
            tone: 'danger',
          })
        case 'too-many-upload-requests':
          return overlay.alert({ title: text('upload_requests.too_many'), message: error.message, tone: 'danger' })
        case 'throttled':
          return overlay.alert({ title: error.message, tone: 'danger' })
        case 'zip-too-large':
          return reportZipTooLarge()
        case 'quota-exceeded':
          return overlay.alert({ title: text('files.problem.quota'), message: error.message, tone: 'danger' })
        case 'upload-restricted':
        case 'download-restricted':
        case 'create-folder-restricted':
          // The page did not know yet; the bar says it from now on.
          session.refresh().catch(() => undefined)
          return overlay.alert({ title: text(restrictedTitles[error.code]), message: error.message })
        default:
          return overlay.somethingWrong(error)
      }
    },
    [overlay, session, toasts, intl, reportZipTooLarge],
  )
}

/** Says that a selection is too large for one download. */
export function useReportZipTooLarge(): () => void {
  const { overlay } = useHost()
  const intl = useIntl()
  return useCallback(() => {
    overlay.alert({
      title: intl.formatMessage({ id: 'files.problem.zip_too_large' }),
      message: intl.formatMessage({ id: 'files.problem.zip_too_large_text' }),
      tone: 'danger',
    })
  }, [overlay, intl])
}

/** The server's message about the name, when that is what it refused. */
export const nameError = (error: unknown): string | undefined =>
  isApiError(error) ? error.fields['name']?.[0] : undefined
