import type { RemoteFile } from '@holdall/api'
import { lookOf } from '@holdall/file-browser'
import { formatBytes } from '@holdall/section'
import { Icon, KindTile, ProgressBar } from '@holdall/ui'
import { CircleAlert, CircleCheck } from '@holdall/ui/icons'
import { FailureText, Name, Row, State, SuccessText } from '@holdall/ui/tray'
import type { ReactNode } from 'react'
import { type IntlShape, useIntl } from 'react-intl'

/** One file of a remote upload: its name, or its address as long as that is not known, and its state. */
export function RemoteFileRow({ file }: { readonly file: RemoteFile }) {
  const intl = useIntl()
  const { name, url, status, filesize, received } = file
  return (
    <Row data-status={status}>
      <KindTile {...lookOf(null, name ?? '')} size={36} />
      <div>
        <Name dir="auto" title={url}>
          {name ?? url.replace(/^https?:\/\//, '')}
        </Name>
        <State>{stateOf(file, intl)}</State>
        {status === 'receiving' && filesize !== null && received > 0 ? (
          <ProgressBar
            value={received / filesize}
            label={intl.formatMessage({ id: 'remote_upload.progress_of' }, { name: name ?? url })}
            height={4}
          />
        ) : null}
      </div>
    </Row>
  )
}

/** Why a file could not be saved. */
export const failureReason = ({ reason, http_status: code }: RemoteFile, intl: IntlShape): string =>
  intl.formatMessage({ id: `remote_upload.reason.${reason ?? 'internal'}` }, { status: code ?? '' })

function stateOf(file: RemoteFile, intl: IntlShape): ReactNode {
  const { status, filesize, received } = file
  const text = (id: string, values?: Record<string, string | number>) =>
    intl.formatMessage({ id: `remote_upload.${id}` }, values)
  const bytes = (amount: number) => formatBytes(intl, amount)
  switch (status) {
    case 'waiting':
    case 'canceled':
      return intl.formatMessage({ id: `remote_upload.state.${status}` })
    case 'receiving':
      if (received === 0) return text('state.connecting')
      if (filesize === null) return text('state.received', { received: bytes(received) })
      return text('state.received_of', { received: bytes(received), size: bytes(filesize) })
    case 'done':
      return (
        <SuccessText>
          <Icon as={CircleCheck} size={14} /> <span>{text('state.done', { size: bytes(received) })}</span>
        </SuccessText>
      )
    case 'failed':
      return (
        <FailureText>
          <Icon as={CircleAlert} size={14} /> <span>{failureReason(file, intl)}</span>
        </FailureText>
      )
  }
}
