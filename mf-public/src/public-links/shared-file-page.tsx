import { type Entry, extensionOf } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import {
  CardPicture,
  type PreviewProps,
  downloadAddress,
  downloadFiles,
  usePreviewAddress,
} from '@holdall/file-browser'
import { Preview, viewerOf } from '@holdall/preview'
import { previewMessages } from '@holdall/preview/messages'
import { formatBytes, FurtherIntl, Navigate } from '@holdall/section'
import { Button, Icon, Skeleton, buttonStyles } from '@holdall/ui'
import { Download, Eye } from '@holdall/ui/icons'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { Centered, SoloCard } from '../layout/visitor-layout.tsx'
import { FileBrowserIntl } from './file-browser-intl.tsx'
import { PublicLinkDetails } from './public-link-details.tsx'
import { PublicLinkGuard } from './public-link-guard.tsx'
import { type OpenShare, isGone, useRecheckShare, useSharedFile } from './public-link-queries.ts'

/** A link to one file: its picture, which opens the preview, its details, and the download. */
export function ShareFilePage() {
  return (
    <PublicLinkGuard>
      {(share) =>
        share.type === 'file' ? <SharedFile share={share} /> : <Navigate to={`/share/${share.token}/files`} replace />
      }
    </PublicLinkGuard>
  )
}

/** Pixels of the picture at most; its height is that of a card. */
const PICTURE_WIDTH = 360
const PICTURE_RATIO = '7 / 5'

const Action = styled.a`
  --h-l: 48px;
  ${buttonStyles({ variant: 'primary', size: 'l', block: true })}
`
const Meta = styled.p`
  font-size: var(--t-13);
`
const Picture = styled.div`
  position: relative;
  & > [data-picture] {
    margin: 0;
  }
  /* The edge of white paper on a white card. */
  & > [data-picture]::after {
    position: absolute;
    inset: 0;
    border-radius: inherit;
    box-shadow: inset 0 0 0 1px var(--line);
    content: '';
  }
`
/** Covers the picture. */
const Open = styled.button`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: end center;
  padding-block-end: 12px;
  border-radius: 9px;
  span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    padding: 6px 14px 6px 10px;
    border-radius: 999px;
    background: var(--inverse);
    color: var(--on-inverse);
    font-size: var(--t-13);
    font-weight: var(--w-medium);
    line-height: 20px;
    box-shadow: var(--sh-2);
  }
  &:hover {
    background: var(--hover);
  }
  &:active {
    background: var(--press);
  }
`

function SharedFile({ share }: { readonly share: OpenShare }) {
  const { data: file, error, refetch } = useSharedFile(share.token)
  const recheck = useRecheckShare(share.token)
  const mayDownload = useRecheckShare(share.token, 'download')
  const { id: shownId, ...address } = usePreviewAddress()
  const opener = useRef<HTMLButtonElement>(null)
  const wait = useRetryAfter(error)

  useEffect(() => {
    if (isGone(error) || isApiError(error, 'share-locked')) void recheck()
  }, [error, recheck])
  // A browser shows no error for a refused download: the page checks first whether the link is still open.
  const save = async () => {
    if (file && (await mayDownload())) await downloadFiles([file])
  }

  return (
    <Centered>
      <SoloCard>
        {file ? (
          <Picture>
            <CardPicture entry={file} width={PICTURE_WIDTH} />
            {viewerOf(file) ? (
              <Open
                ref={opener}
                type="button"
                onClick={() => {
                  address.open(file.id)
                }}
              >
                <span>
                  <Icon as={Eye} size={16} />
                  <FormattedMessage id="share.preview" />
                </span>
              </Open>
            ) : null}
          </Picture>
        ) : error ? null : (
          <Skeleton height="auto" style={{ aspectRatio: PICTURE_RATIO }} />
        )}
        <div>
          <h1 dir="auto">{share.name}</h1>
          {file ? <FileMeta file={file} /> : null}
          {file || error ? null : <Skeleton width={140} height={13} style={{ marginBlock: '5px 4px' }} />}
          <PublicLinkDetails share={share} />
        </div>
        {error && !file ? (
          <>
            <ErrorNotice error={error} wait={wait} />
            <Button onClick={() => void refetch()} disabledReason={wait && !wait.isOver ? wait.text : undefined}>
              <FormattedMessage id="problem.retry" />
            </Button>
          </>
        ) : null}
        {file || error ? null : <Skeleton height={48} style={{ borderRadius: 'var(--r)' }} />}
        {file && !share.canDownload && !viewerOf(file) ? (
          <Suspense fallback={null}>
            <FurtherIntl further={previewMessages}>
              <p>
                <FormattedMessage id="preview.no_download_text" />
              </p>
            </FurtherIntl>
          </Suspense>
        ) : null}
        {share.canDownload && file?.attributes.file_url ? (
          <Action
            href={downloadAddress(file.attributes.file_url)}
            download={file.attributes.name}
            onClick={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <Icon as={Download} />
            <FormattedMessage id="share.download" />
          </Action>
        ) : null}
      </SoloCard>
      {file && shownId === file.id ? (
        // Its messages are fetched with the first file that is shown.
        <Suspense fallback={null}>
          <FileBrowserIntl>
            <OpenedFile
              file={file}
              opener={opener}
              onSave={share.canDownload ? save : undefined}
              onShow={address.show}
              onClose={address.close}
              refresh={async () => (await refetch({ throwOnError: true })).data ?? null}
            />
          </FileBrowserIntl>
        </Suspense>
      ) : null}
    </Centered>
  )
}

interface OpenedFileProps extends Pick<PreviewProps, 'onShow' | 'onClose' | 'refresh'> {
  readonly file: Entry
  /** Gets the focus when the file is closed. */
  readonly opener: RefObject<HTMLButtonElement | null>
  /** Absent where the link allows no download. */
  readonly onSave: (() => Promise<void>) | undefined
}

/** The file above the page. */
function OpenedFile({ file, opener, onSave, ...handlers }: OpenedFileProps) {
  const intl = useIntl()
  useEffect(
    () => () => {
      opener.current?.focus()
    },
    [opener],
  )
  const actions = onSave
    ? [
        [
          {
            id: 'download',
            label: intl.formatMessage({ id: 'share.download' }),
            icon: Download,
            run: () => void onSave(),
          },
        ],
      ]
    : []
  return <Preview {...handlers} id={file.id} files={[file]} isLoading={false} actionsOf={() => actions} />
}

function FileMeta({ file }: { readonly file: Entry }) {
  const intl = useIntl()
  const { name, filesize } = file.attributes
  const extension = extensionOf(name)
  return (
    <Meta>
      {extension ? (
        <FormattedMessage id="share.file_type" values={{ extension: extension.toLocaleUpperCase() }} />
      ) : (
        <FormattedMessage id="share.file" />
      )}
      {filesize === null ? null : ' · '}
      {filesize === null ? null : <bdi>{formatBytes(intl, filesize)}</bdi>}
    </Meta>
  )
}
