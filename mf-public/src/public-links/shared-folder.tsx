import type { Entry } from '@holdall/api'
import {
  type ActionGroups,
  Breadcrumbs,
  type FileAction,
  FileBrowser,
  type FileBrowserProps,
  type FolderPath,
  type Target,
  downloadFiles,
  pathOf,
} from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { useHost, useParams, usePreferences } from '@holdall/section'
import { EmptyState, FolderArt, FolderIcon, useDocumentTitle } from '@holdall/ui'
import { Download, FolderOpen } from '@holdall/ui/icons'
import { type ReactNode, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { errorText } from '../error-messages/error-text.ts'
import { PublicLinkDetails } from './public-link-details.tsx'
import { type OpenShare, useRecheckShare } from './public-link-queries.ts'
import { publicLinkFileSource } from './public-link-file-source.ts'

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  inline-size: min(100%, 1120px);
  /* The list scrolls inside the page; on a low window the page scrolls first. */
  block-size: max(calc(100dvh - 72px), 480px);
  margin-inline: auto;
  padding: 8px 24px 24px;
  @media (max-width: 640px) {
    block-size: max(calc(100dvh - 60px), 420px);
    padding: 0 0 env(safe-area-inset-bottom);
  }
`
const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 20px;
  padding-block: 8px 24px;
  & > div {
    min-inline-size: 0;
  }
  @media (max-width: 640px) {
    gap: 14px;
    padding: 4px 20px 16px;
  }
`
const Name = styled.p`
  font-size: var(--t-24);
  line-height: 32px;
  font-weight: var(--w-semi);
  letter-spacing: -0.021em;
  overflow-wrap: anywhere;
  @media (max-width: 640px) {
    font-size: var(--t-20);
    line-height: 28px;
  }
`
const Panel = styled.div`
  --bar: 56px;
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
  overflow: hidden;
  border-radius: 16px;
  background: var(--surface);
  box-shadow: var(--sheet-shadow);
  @media (max-width: 640px) {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`
const Bar = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  block-size: var(--bar);
  padding-inline: 24px;
  font-size: var(--t-16);
`

/** What a visitor may do with the folder of a link that allows editing. */
export interface FolderEditing {
  /** Actions on a target, after those of every visitor. */
  readonly changes: (target: Target) => ActionGroups
  /** The menu of what can be added. */
  readonly create: ReactNode
  readonly handlers: Pick<FileBrowserProps, 'backgroundActions' | 'movable' | 'onDelete' | 'onDrop' | 'onRename'>
  /** Shown in an empty folder. */
  readonly empty: ReactNode
}

interface SharedFolderProps {
  readonly share: OpenShare
  /** Absent: nothing can be changed. */
  readonly editing?: FolderEditing
}

/** The files of a link, to view and download, and to change where the link allows it. */
export function SharedFolder({ share, editing }: SharedFolderProps) {
  const { id: folderId = null } = useParams()
  const { navigation, preferences, toasts } = useHost()
  const { sort, view } = usePreferences()
  const intl = useIntl()
  const recheck = useRecheckShare(share.token)
  const source = useMemo(() => publicLinkFileSource(share.token, () => void recheck()), [share.token, recheck])
  const to = (id: string | null) => navigation.href('Public', { token: share.token, ...(id ? { id } : {}) })
  const text = (id: string) => intl.formatMessage({ id })

  const fail = (error: unknown) => {
    toasts.show({ type: 'danger', message: errorText(intl, error) })
  }
  // A browser shows no error for a refused download: the page checks first whether the link is still open.
  const save = async (load: () => Promise<readonly Entry[]>) => {
    if (!(await recheck())) return
    try {
      await downloadFiles(await load())
    } catch (error) {
      fail(error)
    }
  }
  const openFolder = (entry: Entry) => {
    if (entry.type === 'folder') navigation.go(to(entry.id))
  }
  const download = ({ all, entries, load }: Target): FileAction => ({
    id: 'download',
    label: text('share.download'),
    icon: Download,
    inBar: true,
    disabledReason:
      all || entries.some(({ type }) => type === 'folder') ? text('share.download_files_only') : undefined,
    run: () => void save(load),
  })
  const actions = (target: Target): ActionGroups => {
    const { single } = target
    const changes = editing?.changes(target) ?? []
    if (single?.type !== 'folder') return [[download(target)], ...changes]
    const open = { id: 'open', label: text('share.open'), icon: FolderOpen, run: () => openFolder(single) }
    return [[open], ...changes]
  }

  return (
    <Frame>
      <Head>
        <FolderIcon hue={share.color ?? 'green'} emoji={share.emoji} size={64} />
        <div>
          <Name dir="auto">{share.name}</Name>
          <PublicLinkDetails share={share} />
        </div>
      </Head>
      <Panel>
        <FileBrowser
          source={source}
          folderId={folderId}
          sort={sort}
          onSort={(next) => preferences.set('sort', next)}
          view={view}
          onView={(next) => preferences.set('view', next)}
          columns={{ shared: false }}
          bar={(status) => (
            <Bar>
              <PublicPath share={share} path={pathOf(status, folderId)} to={to} />
              {editing && status.state !== 'failed' ? editing.create : null}
            </Bar>
          )}
          empty={
            editing?.empty ?? (
              <EmptyState
                art={<FolderArt />}
                title={<FormattedMessage id="share.empty_title" />}
                text={<FormattedMessage id="share.empty_text" />}
              />
            )
          }
          home={{ label: text('share.to_top'), run: () => navigation.go(to(null)) }}
          onOpen={openFolder}
          preview={Preview}
          onFailure={fail}
          actions={actions}
          {...editing?.handlers}
          quickAction={(entry) =>
            entry.type === 'file'
              ? {
                  id: 'download',
                  label: text('share.download'),
                  icon: Download,
                  run: () => void save(() => Promise.resolve([entry])),
                }
              : null
          }
        />
      </Panel>
    </Frame>
  )
}

interface PublicPathProps {
  readonly share: OpenShare
  readonly path: FolderPath | null
  readonly to: (folderId: string | null) => string
}

/** The path inside the link; its last name is also the page's title, and the page's header names the link itself. */
function PublicPath({ share, path, to }: PublicPathProps) {
  const { config } = useHost()
  const intl = useIntl()
  useDocumentTitle(path?.current?.name ?? share.name, config.name)
  return <Breadcrumbs home={intl.formatMessage({ id: 'share.all_files' })} path={path} to={to} />
}
