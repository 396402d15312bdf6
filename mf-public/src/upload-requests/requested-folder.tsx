import type { PublicUploadRequest } from '@holdall/api'
import { Breadcrumbs } from '@holdall/file-browser'
import { useHost, useParams } from '@holdall/section'
import { Avatar } from '@holdall/ui'
import { useEffect, useMemo, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { FolderFrame, FolderHead, FolderName, FolderPanel, FolderTools } from '../layout/visitor-folder.ts'
import type { FolderEditing } from '../public-links/editing/editable-link.ts'
import { LinkFolder } from '../public-links/link-folder.tsx'
import { DoneButton } from './done-button.tsx'
import { linkFileSource } from '../public-links/link-file-source.ts'
import { RequestDetails, RequestNote } from './request-head.tsx'
import { useRecheckRequest } from './upload-request-queries.ts'

const NoteLine = styled.div`
  padding-block-end: 16px;
  @media (max-width: 640px) {
    padding-inline: 16px;
  }
`
const Foot = styled.p`
  padding-block-start: 12px;
  font-size: var(--t-13);
  color: var(--text-3);
  @media (max-width: 640px) {
    padding: 10px 16px;
    text-align: center;
  }
`

export interface OpenRequestProps {
  readonly request: PublicUploadRequest
  /** Called when its visitor has said that all files are there. */
  readonly onFinished: () => void
}

interface RequestedFolderProps extends OpenRequestProps {
  readonly editing: FolderEditing
  /** Whether the page showed a card before, which had the focus. */
  readonly takesFocus: boolean
}

/** What came through a request, to be completed and put in order until its visitor is done. */
export function RequestedFolder({ request, editing, takesFocus, onFinished }: RequestedFolderProps) {
  const { id: folderId = null } = useParams()
  const { navigation } = useHost()
  const intl = useIntl()
  const { token, name, notes } = request.attributes
  const { name: owner, avatar, color } = request.relationships.user.data.attributes
  const ownerName = <bdi key="owner">{owner}</bdi>
  const recheck = useRecheckRequest(token)
  const source = useMemo(() => linkFileSource('upload-request', token, () => void recheck()), [token, recheck])
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) title.current?.focus()
  }, [takesFocus])
  const to = (id: string | null) => navigation.href('RequestUpload', { token, ...(id ? { id } : {}) })
  const text = (id: string) => intl.formatMessage({ id })
  return (
    <FolderFrame>
      <FolderHead>
        <Avatar name={owner} avatar={avatar} color={color} size={52} decorative />
        <div>
          <FolderName ref={title} tabIndex={-1}>
            <FormattedMessage id="request.title" values={{ owner: ownerName }} />
          </FolderName>
          <RequestDetails request={request} />
        </div>
        <FolderTools>
          <DoneButton request={request} onFinished={onFinished} />
        </FolderTools>
      </FolderHead>
      {notes ? (
        <NoteLine>
          <RequestNote notes={notes} isCut />
        </NoteLine>
      ) : null}
      <FolderPanel>
        <LinkFolder
          source={source}
          folderId={folderId}
          name={name}
          to={to}
          homeLabel={text('request.to_top')}
          path={(path) => <Breadcrumbs home={text('request.files')} path={path} to={to} />}
          empty={editing.empty}
          editing={editing}
        />
      </FolderPanel>
      <Foot>
        <FormattedMessage id="request.who_sees" values={{ owner: ownerName }} />
      </Foot>
    </FolderFrame>
  )
}
