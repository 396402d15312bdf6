import type { Entry, FileVersion } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useErrorAlert, useFormatSize } from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { isolate, type PopupProps } from '@holdall/section'
import { Button, EmptyState, Skeleton, Text } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { Download, RotateCw } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MoreButton } from '../entries/more-button.tsx'
import { isOwned } from '../entries/entry-rights.ts'
import { useDownloadFile } from '../entries/use-download.ts'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { useVersionMutations, useVersions } from './version-queries.ts'
import { VersionList } from './version-list.tsx'
import { Versions } from './versions-styles.ts'

/** The file with the content of a version, for the preview and downloads. */
const withContent = (
  file: Entry,
  { attributes: { filesize, mimetype, file_url, replaced_at } }: FileVersion,
): Entry => ({
  ...file,
  attributes: { ...file.attributes, filesize, mimetype, file_url, thumbnail: null, updated_at: replaced_at },
})

/** Earlier contents of a file: they can be opened, downloaded and restored, and deleted by the owner of the file. */
export function VersionsPopup({ input: { file }, close }: PopupProps<'file-versions'>) {
  const intl = useIntl()
  const list = useVersions(file.id)
  const { data, error } = list
  // A version may be on two pages after another one was added.
  const versions = [...new Map((data?.pages ?? []).flatMap((page) => page.data).map((one) => [one.id, one])).values()]
  const [previewed, setPreviewed] = useState<FileVersion | null>(null)
  const total = data?.pages.at(-1)?.meta
  useErrorAlert(data || isGone(error) ? null : error)
  return (
    <Dialog
      open
      onClose={close}
      title={intl.formatMessage({ id: 'versions.title' }, { name: isolate(file.attributes.name) })}
      subtitle={<FormattedMessage id="versions.about" />}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
    >
      {isGone(error) ? (
        <EmptyState
          title={<FormattedMessage id="versions.gone" />}
          text={<FormattedMessage id="versions.gone_text" />}
        />
      ) : !data ? (
        <Unloaded list={list} />
      ) : versions.length === 0 ? (
        <EmptyState
          title={<FormattedMessage id="versions.empty" />}
          text={<FormattedMessage id="versions.empty_text" />}
        />
      ) : (
        <LoadedVersions file={file} versions={versions} total={total} list={list} onPreview={setPreviewed} />
      )}
      {previewed ? (
        <VersionPreview
          file={file}
          version={previewed}
          onClose={() => {
            setPreviewed(null)
          }}
          refresh={async () => {
            const { data: fresh } = await list.refetch({ throwOnError: true })
            return fresh?.pages.flatMap((page) => page.data).find(({ id }) => id === previewed.id) ?? null
          }}
        />
      ) : null}
    </Dialog>
  )
}

/** The file was deleted, or may not be edited any more. */
const isGone = (error: unknown) => isApiError(error, 'not-found')

type List = ReturnType<typeof useVersions>

function Unloaded({ list: { isError, isFetching, refetch } }: { readonly list: List }) {
  if (isError) {
    return (
      <div role="alert">
        <Text as="p" variant="secondary" tone="muted" style={{ marginBlockEnd: 12 }}>
          <FormattedMessage id="versions.failed" />
        </Text>
        <Button size="s" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
          <FormattedMessage id="frame.retry" />
        </Button>
      </div>
    )
  }
  return (
    <>
      <LoadingText />
      <Versions aria-hidden>
        {[0, 1, 2].map((row) => (
          <li key={row}>
            <Skeleton width={200} height={34} />
          </li>
        ))}
      </Versions>
    </>
  )
}

interface LoadedVersionsProps {
  readonly file: Entry
  readonly versions: readonly FileVersion[]
  readonly total: { readonly paginate: { readonly total: number }; readonly filesize: number } | undefined
  readonly list: List
  readonly onPreview: (version: FileVersion) => void
}

function LoadedVersions({ file, versions, total, list, onPreview }: LoadedVersionsProps) {
  const formatSize = useFormatSize()
  const download = useDownloadFile()
  const { restore, destroy, isBusy } = useVersionMutations(file)
  const { hasNextPage } = list
  return (
    <>
      {total ? (
        <Text as="p" variant="secondary" tone="muted">
          <FormattedMessage
            id="versions.total"
            values={{ count: total.paginate.total, size: <bdi key="size">{formatSize(total.filesize)}</bdi> }}
          />
        </Text>
      ) : null}
      <VersionList
        versions={versions}
        isBusy={isBusy}
        onPreview={onPreview}
        onDownload={(version) => void download(withContent(file, version))}
        onRestore={(version) => {
          restore.mutate(version)
        }}
        onDelete={isOwned(file) ? (version, date) => void destroy(version, date) : undefined}
      />
      {hasNextPage ? (
        <div>
          <MoreButton list={list} />
        </div>
      ) : null}
    </>
  )
}

interface VersionPreviewProps {
  readonly file: Entry
  readonly version: FileVersion
  readonly onClose: () => void
  readonly refresh: () => Promise<FileVersion | null>
}

function VersionPreview({ file, version, onClose, refresh }: VersionPreviewProps) {
  const intl = useIntl()
  const download = useDownloadFile()
  const shown = withContent(file, version)
  const actions = [
    [
      {
        id: 'download',
        label: intl.formatMessage({ id: 'files.action.download' }),
        icon: Download,
        run: () => void download(shown),
      },
    ],
  ]
  return (
    <Preview
      id={file.id}
      files={[shown]}
      isLoading={false}
      actionsOf={() => actions}
      onShow={() => undefined}
      onClose={onClose}
      refresh={async () => {
        const fresh = await refresh()
        return fresh && withContent(file, fresh)
      }}
    />
  )
}
