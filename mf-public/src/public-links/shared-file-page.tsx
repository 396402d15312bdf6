import { type Entry, extensionOf } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { EntryIcon, downloadAddress, downloadFiles } from '@holdall/file-browser'
import { Navigate, formatBytes } from '@holdall/section'
import { Icon, Skeleton, buttonStyles } from '@holdall/ui'
import { Download } from '@holdall/ui/icons'
import { type MouseEvent, useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { Centered, SoloCard } from '../layout/visitor-layout.tsx'
import { PublicLinkDetails } from './public-link-details.tsx'
import { PublicLinkGuard } from './public-link-guard.tsx'
import { type OpenShare, isGone, useRecheckShare, useSharedFile } from './public-link-queries.ts'

/** A link to one file: its details, and the download. */
export function ShareFilePage() {
  return (
    <PublicLinkGuard>
      {(share) =>
        share.type === 'file' ? <SharedFile share={share} /> : <Navigate to={`/share/${share.token}/files`} replace />
      }
    </PublicLinkGuard>
  )
}

const Action = styled.a`
  --h-l: 48px;
  ${buttonStyles({ variant: 'primary', size: 'l', block: true })}
`
const Meta = styled.p`
  font-size: var(--t-13);
`

function SharedFile({ share }: { readonly share: OpenShare }) {
  const { data: file, error } = useSharedFile(share.token)
  const recheck = useRecheckShare(share.token)

  useEffect(() => {
    if (isGone(error) || isApiError(error, 'share-locked')) void recheck()
  }, [error, recheck])
  // A browser shows no error for a refused download: the page checks first whether the link is still open.
  const save = async (event: MouseEvent) => {
    event.preventDefault()
    if (file && (await recheck())) await downloadFiles([file])
  }

  return (
    <Centered>
      <SoloCard>
        {file ? <EntryIcon entry={file} size={52} /> : <Skeleton width={52} height={52} />}
        <div>
          <h1 dir="auto">{share.name}</h1>
          {file ? <FileMeta file={file} /> : <Skeleton width={140} height={13} style={{ marginBlockStart: 8 }} />}
          <PublicLinkDetails share={share} />
        </div>
        {error && !file ? <ErrorNotice error={error} wait={null} /> : null}
        {file?.attributes.file_url ? (
          <Action
            href={downloadAddress(file.attributes.file_url)}
            download={file.attributes.name}
            onClick={(event) => void save(event)}
          >
            <Icon as={Download} />
            <FormattedMessage id="share.download" />
          </Action>
        ) : null}
      </SoloCard>
    </Centered>
  )
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
