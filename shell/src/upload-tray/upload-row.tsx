import { lookOf } from '@holdall/file-browser'
import { formatBytes, isolate, type UploadItem, type UploadsApi } from '@holdall/section'
import { Button, FolderIcon, Icon, IconButton, KindTile, ProgressBar, Spinner, useIsPhone } from '@holdall/ui'
import { CircleAlert, CircleCheck, Pause, Play, RotateCw, X } from '@holdall/ui/icons'
import { Actions, FailureText, SuccessText, Name, Row, State } from '@holdall/ui/tray'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { formatDuration } from './duration.ts'

interface Props {
  readonly item: UploadItem
  readonly uploads: UploadsApi
}

/** One file of the queue: its name, its state and its actions. */
export function UploadRow({ item, uploads }: Props) {
  const intl = useIntl()
  const { id, name, state } = item
  const text = (key: string, values?: Record<string, string>) => intl.formatMessage({ id: key }, values)
  const cancel = (
    <IconButton
      size="s"
      icon={X}
      label={text('uploads.cancel', { name })}
      onClick={() => {
        uploads.cancel(id)
      }}
    />
  )
  return (
    <Row data-step={state.step}>
      {item.kind === 'folder' ? <FolderIcon size={36} /> : <KindTile {...lookOf(null, name)} size={36} />}
      <div>
        <Name dir="auto">{name}</Name>
        <State>{stateLine(item, intl)}</State>
        {item.size > 0 && 'sent' in state && state.sent > 0 && state.step !== 'failed' ? (
          <ProgressBar value={state.sent / item.size} label={text('uploads.progress', { name })} height={4} />
        ) : null}
      </div>
      <Actions>
        {state.step === 'uploading' || state.step === 'reconnecting' ? (
          <IconButton
            size="s"
            icon={Pause}
            label={text('uploads.pause', { name })}
            onClick={() => {
              uploads.pause(id)
            }}
          />
        ) : null}
        {state.step === 'paused' ? (
          <IconButton
            size="s"
            icon={Play}
            label={text('uploads.resume', { name })}
            onClick={() => {
              uploads.resume(id)
            }}
          />
        ) : null}
        {state.step === 'failed' && state.retry ? (
          <Retry
            label={text('uploads.retry')}
            onRetry={() => {
              uploads.retry(id)
            }}
          />
        ) : null}
        {state.step === 'done' || state.step === 'processing' ? null : cancel}
      </Actions>
    </Row>
  )
}

/** On a phone the name of the file and the reason need the space of the label. */
function Retry({ label, onRetry }: { readonly label: string; readonly onRetry: () => void }) {
  if (useIsPhone()) return <IconButton icon={RotateCw} size="s" label={label} onClick={onRetry} />
  return (
    <Button size="s" icon={RotateCw} onClick={onRetry}>
      {label}
    </Button>
  )
}

function stateLine({ kind, size, state }: UploadItem, intl: ReturnType<typeof useIntl>): ReactNode {
  const bytes = (amount: number) => formatBytes(intl, amount)
  const doneText = () => {
    if (state.step === 'done' && state.savedAs !== null)
      return intl.formatMessage({ id: 'uploads.saved_as' }, { name: isolate(state.savedAs) })
    return intl.formatMessage({ id: kind === 'folder' ? 'uploads.folder_done' : 'uploads.done' }, { size: bytes(size) })
  }
  switch (state.step) {
    case 'waiting':
      if (kind === 'folder') return intl.formatMessage({ id: 'uploads.folder' })
      return intl.formatMessage({ id: 'uploads.waiting' }, { size: bytes(size) })
    case 'uploading': {
      if (kind === 'folder') return intl.formatMessage({ id: 'uploads.folder' })
      const { sent, bytesPerSecond } = state
      const sum = intl.formatMessage({ id: 'uploads.sent_of' }, { sent: bytes(sent), size: bytes(size) })
      if (!bytesPerSecond) return sum
      const left = formatDuration(intl, Math.ceil((size - sent) / bytesPerSecond))
      return (
        <>
          {sum} · {intl.formatMessage({ id: 'uploads.speed' }, { speed: bytes(bytesPerSecond) })} ·{' '}
          {intl.formatMessage({ id: 'uploads.left' }, { time: left })}
        </>
      )
    }
    case 'reconnecting':
      return intl.formatMessage({ id: 'uploads.waiting_for_connection' })
    case 'paused':
      if (state.sent === 0) return intl.formatMessage({ id: 'uploads.paused_before' }, { size: bytes(size) })
      return intl.formatMessage({ id: 'uploads.paused' }, { sent: bytes(state.sent), size: bytes(size) })
    case 'processing':
      return (
        <>
          <Spinner size={12} /> {intl.formatMessage({ id: 'uploads.processing' })}
        </>
      )
    case 'done':
      return (
        <SuccessText>
          <Icon as={CircleCheck} size={14} /> <span>{doneText()}</span>
        </SuccessText>
      )
    case 'failed':
      return (
        <FailureText>
          <Icon as={CircleAlert} size={14} /> <span>{state.reason}</span>
        </FailureText>
      )
    case 'interrupted':
      if (state.sent === 0) return intl.formatMessage({ id: 'uploads.waiting' }, { size: bytes(size) })
      return intl.formatMessage({ id: 'uploads.interrupted' }, { sent: bytes(state.sent), size: bytes(size) })
  }
}
