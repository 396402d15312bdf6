import type { UploadRequest } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { isolate, type PopupProps, useHost } from '@holdall/section'
import { KindTile } from '@holdall/ui'
import { CalendarClock } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { endOf, fieldsOf } from './request-end.ts'
import { RequestEndField } from './request-end-field.tsx'
import { changeRequestEnd, isOpenRequest, renewRequest } from './upload-request-queries.ts'
import { useRequestActions } from './use-request-actions.ts'

/** Until when a request is open, once that was changed. */
function openText(intl: IntlShape, { attributes }: UploadRequest): string {
  const { closes_at: closesAt, closes_when_idle: whenIdle } = attributes
  if (whenIdle) return intl.formatMessage({ id: 'upload_requests.renewed_idle' })
  if (closesAt === null) return intl.formatMessage({ id: 'upload_requests.renewed_no_end' })
  const date = intl.formatDate(closesAt, { dateStyle: 'medium', timeStyle: 'short' })
  return intl.formatMessage({ id: 'upload_requests.renewed' }, { date })
}

/** Changes when a request closes; one that has ended, or whose folder is in the trash, is opened again. */
export function RequestEndPopup({ input: { request }, close }: PopupProps<'file-request-end'>) {
  const { events, toasts } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const { copy } = useRequestActions()
  const [before] = useState(() => endOf(request, intl.timeZone))
  const [end, setEnd] = useState(before)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { token, name, suspended } = request.attributes
  const isOpen = isOpenRequest(request) && !suspended
  const isSame = isOpen && end.choice === before.choice && end.date === before.date
  const text = (id: string) => intl.formatMessage({ id }, { name: isolate(name) })

  const submit = async () => {
    const fields = fieldsOf(end, Date.now(), intl.timeZone)
    if (!fields) {
      setProblem(text('share.end_date_past'))
      return
    }
    setBusy(true)
    try {
      const changed = await (isOpen ? changeRequestEnd : renewRequest)(token, fields)
      toasts.show({
        type: 'success',
        message: openText(intl, changed),
        action: { label: text('share.copy_link'), run: () => void copy(changed) },
      })
      close()
    } catch (error) {
      const found = isApiError(error) ? error.fields['closes_at']?.[0] : undefined
      setBusy(false)
      if (found !== undefined) {
        setProblem(found)
        return
      }
      close()
      if (isApiError(error, 'upload-request-closed') || isApiError(error, 'upload-request-expired')) {
        toasts.show({ type: 'danger', message: error.message })
      } else report(error)
    }
    events.emit('upload-requests.changed', {})
  }
  return (
    <FormDialog
      close={close}
      icon={<KindTile hue="blue" icon={CalendarClock} size={40} />}
      title={text(isOpen ? 'upload_requests.end.title' : 'upload_requests.reopen.title')}
      subtitle={text('upload_requests.end.about')}
      action={<FormattedMessage id={isOpen ? 'upload_requests.end.save' : 'upload_requests.reopen'} />}
      isBusy={isBusy}
      isDisabled={isSame}
      submit={() => void submit()}
    >
      <RequestEndField
        end={end}
        problem={problem}
        onChange={(next) => {
          setEnd(next)
          setProblem(null)
        }}
      />
    </FormDialog>
  )
}
