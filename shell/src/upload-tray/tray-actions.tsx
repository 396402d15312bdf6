import { type UploadItem, type UploadsApi, useHost } from '@holdall/section'
import { Button } from '@holdall/ui'
import { Play, RotateCw } from '@holdall/ui/icons'
import { Toolbar } from '@holdall/ui/tray'
import { useIntl } from 'react-intl'
import { ChooseAgain } from './choose-files-again.tsx'

interface Props {
  readonly items: readonly UploadItem[]
  readonly uploads: UploadsApi
}

/** Actions on the whole queue. */
export function TrayActions({ items, uploads }: Props) {
  const intl = useIntl()
  const { overlay } = useHost()
  const text = (id: string) => intl.formatMessage({ id })
  const canContinue = items.some(({ state }) => state.step === 'interrupted' && state.canContinue)
  const toChoose = items.filter(({ state }) => state.step === 'interrupted' && !state.canContinue)
  const canRetry = items.some(({ state }) => state.step === 'failed' && state.retry)
  const isHeld = items.some(({ state }) => state.step === 'paused')
  const open = items.filter(({ state }) => state.step !== 'done' && !(state.step === 'failed' && !state.retry))
  const cancelAll = async () => {
    const isConfirmed = await overlay.confirm({
      title: intl.formatMessage({ id: 'uploads.cancel_all_confirm.title' }, { count: open.length }),
      message: text('uploads.cancel_all_confirm.message'),
      confirm: text('uploads.cancel_all'),
      cancel: text('uploads.keep_uploading'),
      danger: true,
    })
    if (isConfirmed) uploads.cancelAll()
  }
  if (open.length === 0) return null
  return (
    <Toolbar>
      {canContinue ? (
        <Button size="s" variant="primary" icon={Play} onClick={() => uploads.continueAll()}>
          {text('uploads.continue')}
        </Button>
      ) : null}
      <ChooseAgain interrupted={toChoose} uploads={uploads} />
      {canRetry || isHeld ? (
        <Button size="s" icon={canRetry ? RotateCw : Play} onClick={() => uploads.retryAll()}>
          {text(canRetry ? 'uploads.retry_all' : 'uploads.resume_all')}
        </Button>
      ) : null}
      <Button size="s" onClick={() => void cancelAll()}>
        {text('uploads.cancel_all')}
      </Button>
    </Toolbar>
  )
}
