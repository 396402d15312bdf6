import type { PublicUploadRequest } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { isolate, type UploadItem, useHost, useUploads } from '@holdall/section'
import { Button } from '@holdall/ui'
import { Check } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../error-messages/error-text.ts'
import { mayBeClosed } from '../public-links/link-file-source.ts'
import { useFinishRequest, useRecheckRequest } from './upload-request-queries.ts'

/** What is sent now, or continues by itself. */
const RUNNING: readonly UploadItem['state']['step'][] = ['waiting', 'uploading', 'reconnecting', 'processing']

interface DoneButtonProps {
  readonly request: PublicUploadRequest
  readonly onFinished: () => void
}

/** Tells the owner, after a confirmation, that all files are there. It waits for uploads. */
export function DoneButton({ request, onFinished }: DoneButtonProps) {
  const { token } = request.attributes
  const owner = request.relationships.user.data.attributes.name
  const { overlay, toasts, uploads } = useHost()
  const intl = useIntl()
  const finish = useFinishRequest(token)
  const recheck = useRecheckRequest(token)
  const [isBusy, setBusy] = useState(false)
  const ofRequest = useUploads().filter(({ link }) => link?.token === token)
  const isUploading = ofRequest.some(({ state }) => RUNNING.includes(state.step))
  const unfinished = ofRequest.filter(({ state }) => state.step !== 'done')

  const submit = async () => {
    const isConfirmed = await overlay.confirm({
      title: intl.formatMessage({ id: 'request.done.title' }),
      message: intl.formatMessage(
        { id: 'request.done.text' },
        { owner: isolate(owner), unfinished: unfinished.length },
      ),
      confirm: intl.formatMessage({ id: 'request.done.confirm' }),
      cancel: intl.formatMessage({ id: 'request.done.cancel' }),
    })
    if (!isConfirmed) return
    setBusy(true)
    try {
      await finish()
      for (const { id } of unfinished) uploads.cancel(id)
      onFinished()
    } catch (error) {
      setBusy(false)
      if (mayBeClosed(error) && !(await recheck())) return
      const message = isApiError(error, 'throttled') ? error.message : errorText(intl, error)
      toasts.show({ type: 'danger', message })
    }
  }
  return (
    <Button
      variant="primary"
      icon={Check}
      busy={isBusy}
      disabledReason={isUploading ? intl.formatMessage({ id: 'request.done.wait' }) : undefined}
      onClick={() => void submit()}
    >
      <FormattedMessage id="request.done.confirm" />
    </Button>
  )
}
