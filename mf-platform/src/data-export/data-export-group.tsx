import type { DataExport } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useFormatSize } from '@holdall/file-browser'
import { FurtherIntl, useHost } from '@holdall/section'
import { Button, buttonStyles, Icon, ProgressBar, Skeleton, Text } from '@holdall/ui'
import { Download, Trash2, X } from '@holdall/ui/icons'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { accountMessages } from '../account-messages/account-messages.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { PartFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { isBeingMade, useCreateDataExport, useDataExport, useRemoveDataExport } from './data-export-queries.ts'

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`
const DownloadLink = styled.a`
  ${buttonStyles({ size: 'm', variant: 'primary' })}
`

/** The copy of all data of the account: requested, being made, and ready to be downloaded. */
export const DataExportGroup = () => (
  <Suspense fallback={<LoadingText />}>
    <FurtherIntl further={accountMessages}>
      <SettingGroup
        title={<FormattedMessage id="user.data_export.title" />}
        text={<FormattedMessage id="user.data_export.text" />}
      >
        <DataExportState />
      </SettingGroup>
    </FurtherIntl>
  </Suspense>
)

function DataExportState() {
  const { data, error, isFetching, refetch } = useDataExport()
  if (data) {
    if (isBeingMade(data)) return <BeingMade dataExport={data} />
    return data.attributes.status === 'ready' ? <Ready dataExport={data} /> : <Missing dataExport={data} />
  }
  if (error) return <PartFailed error={error} retrying={isFetching} retry={() => void refetch()} />
  return (
    <>
      <LoadingText />
      <Skeleton style={{ blockSize: 36 }} />
    </>
  )
}

interface Props {
  readonly dataExport: DataExport
}

function Missing({
  dataExport: {
    attributes: { status, reason },
  },
}: Props) {
  const { mutate, isPending } = useCreateDataExport()
  const reportError = useReportError()
  // The page shows the copy that is made then.
  const report = (error: unknown) => (isApiError(error, 'data-export-running') ? undefined : reportError(error))
  return (
    <>
      {status === 'none' ? null : (
        <Text as="output" tone={status === 'failed' ? 'danger' : 'subtle'}>
          <FormattedMessage id={`user.data_export.${status}`} values={{ reason: reason?.replaceAll('-', '_') ?? '' }} />
        </Text>
      )}
      <Actions>
        <Button
          icon={Download}
          busy={isPending}
          onClick={() => {
            mutate(undefined, { onError: report })
          }}
        >
          <FormattedMessage id="user.data_export.create" />
        </Button>
      </Actions>
    </>
  )
}

function BeingMade({
  dataExport: {
    attributes: { progress },
  },
}: Props) {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const { mutate, isPending } = useRemoveDataExport()
  const report = useReportError()
  return (
    <>
      <Text as="output">
        <FormattedMessage id="user.data_export.working" />
      </Text>
      {progress && progress.total > 0 ? (
        <>
          <ProgressBar
            value={progress.processed / progress.total}
            label={intl.formatMessage({ id: 'user.data_export.progress' })}
          />
          <Text as="p" variant="secondary" tone="subtle">
            <bdi>
              {formatSize(progress.processed)} / {formatSize(progress.total)}
            </bdi>
          </Text>
        </>
      ) : null}
      <Actions>
        <Button
          icon={X}
          busy={isPending}
          onClick={() => {
            mutate(undefined, { onError: report })
          }}
        >
          <FormattedMessage id="user.data_export.cancel" />
        </Button>
      </Actions>
    </>
  )
}

/** Within a sentence, where “Today, 9:41 AM” does not fit. */
const dateAndTime = { dateStyle: 'long', timeStyle: 'short' } as const

function Ready({
  dataExport: {
    attributes: { filesize, missing, created_at: createdAt, expires_at: expiresAt, url },
  },
}: Props) {
  const intl = useIntl()
  const { overlay } = useHost()
  const formatSize = useFormatSize()
  const { mutate, isPending } = useRemoveDataExport()
  const report = useReportError()
  const text = (key: string) => intl.formatMessage({ id: `user.data_export.${key}` })
  const remove = async () => {
    const isConfirmed = await overlay.confirm({
      title: text('remove_title'),
      message: text('remove_text'),
      confirm: text('remove'),
    })
    if (isConfirmed) mutate(undefined, { onError: report })
  }
  return (
    <>
      <Text as="output">
        <FormattedMessage
          id="user.data_export.ready"
          values={{
            size: <bdi key="size">{formatSize(filesize ?? 0)}</bdi>,
            created: <bdi key="created">{intl.formatDate(createdAt ?? '', dateAndTime)}</bdi>,
            expires: <bdi key="expires">{intl.formatDate(expiresAt ?? '', dateAndTime)}</bdi>,
          }}
        />
      </Text>
      {missing ? (
        <Text as="p" tone="subtle">
          <FormattedMessage id="user.data_export.missing" values={{ missing }} />
        </Text>
      ) : null}
      <Actions>
        <DownloadLink href={url ?? undefined} download>
          <Icon as={Download} size={18} />
          <FormattedMessage id="user.data_export.download" />
        </DownloadLink>
        <Button icon={Trash2} busy={isPending} onClick={() => void remove()}>
          <FormattedMessage id="user.data_export.remove" />
        </Button>
      </Actions>
    </>
  )
}
