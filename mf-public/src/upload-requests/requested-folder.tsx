import type { Entry, PublicUploadRequest } from '@holdall/api'
import { type ActionGroups, Breadcrumbs, FileBrowser, pathOf, type Target } from '@holdall/file-browser'
import { useHost, useParams, usePreferences } from '@holdall/section'
import { Avatar } from '@holdall/ui'
import { FolderOpen } from '@holdall/ui/icons'
import { useEffect, useMemo, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { errorText } from '../error-messages/error-text.ts'
import { FolderBar, FolderFrame, FolderHead, FolderName, FolderPanel, FolderTools } from '../layout/visitor-folder.ts'
import type { FolderEditing } from '../public-links/editing/editable-link.ts'
import { DoneButton } from './done-button.tsx'
import { requestFileSource } from './request-file-source.ts'
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
  const { navigation, preferences, toasts } = useHost()
  const { sort, view } = usePreferences()
  const intl = useIntl()
  const { token, notes } = request.attributes
  const { name: owner, avatar, color } = request.relationships.user.data.attributes
  const ownerName = <bdi key="owner">{owner}</bdi>
  const recheck = useRecheckRequest(token)
  const source = useMemo(() => requestFileSource(token, () => void recheck()), [token, recheck])
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) title.current?.focus()
  }, [takesFocus])
  const to = (id: string | null) => navigation.href('RequestUpload', { token, ...(id ? { id } : {}) })
  const text = (id: string) => intl.formatMessage({ id })
  const openFolder = (entry: Entry) => {
    if (entry.type === 'folder') navigation.go(to(entry.id))
  }
  const actions = (target: Target): ActionGroups => {
    const { single } = target
    const changes = editing.changes(target)
    if (single?.type !== 'folder') return changes
    return [[{ id: 'open', label: text('request.open'), icon: FolderOpen, run: () => openFolder(single) }], ...changes]
  }
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
        <FileBrowser
          source={source}
          folderId={folderId}
          sort={sort}
          onSort={(next) => preferences.set('sort', next)}
          view={view}
          onView={(next) => preferences.set('view', next)}
          columns={{ shared: false }}
          bar={(status) => (
            <FolderBar>
              <Breadcrumbs home={text('request.files')} path={pathOf(status, folderId)} to={to} />
              {status.state === 'failed' ? null : editing.create}
            </FolderBar>
          )}
          empty={editing.empty}
          home={{ label: text('request.to_top'), run: () => navigation.go(to(null)) }}
          onOpen={openFolder}
          onFailure={(error) => {
            toasts.show({ type: 'danger', message: errorText(intl, error) })
          }}
          actions={actions}
          {...editing.handlers}
        />
      </FolderPanel>
      <Foot>
        <FormattedMessage id="request.who_sees" values={{ owner: ownerName }} />
      </Foot>
    </FolderFrame>
  )
}
