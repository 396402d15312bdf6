import type { Entry } from '@holdall/api'
import {
  type ActionGroups,
  Breadcrumbs,
  FileBrowser,
  type FileBrowserProps,
  type FolderPath,
  type Target,
  pathOf,
} from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { useHost, useLocation, useParams, usePreferences } from '@holdall/section'
import { Button, EmptyState, FolderArt, FolderIcon, useDocumentTitle, useIsPhone } from '@holdall/ui'
import { Download, FolderOpen } from '@holdall/ui/icons'
import { type ReactNode, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { errorText } from '../error-messages/error-text.ts'
import { LinkSearchField, MAX_QUERY_LENGTH } from './link-search-field.tsx'
import { LinkSearchResults } from './link-search-results.tsx'
import { PublicLinkDetails } from './public-link-details.tsx'
import { type OpenShare, useRecheckShare } from './public-link-queries.ts'
import { publicLinkFileSource } from './public-link-file-source.ts'
import { useLinkDownload } from './use-link-download.ts'

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
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
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
const Tools = styled.div`
  display: flex;
  flex: none;
  gap: 8px;
  margin-inline-start: auto;
  & > div {
    inline-size: 260px;
    min-inline-size: 0;
  }
  @media (max-width: 900px) {
    & > div {
      inline-size: 200px;
    }
  }
  @media (max-width: 640px) {
    grid-column: 1 / -1;
    margin-inline-start: 0;
    & > div {
      flex: 1;
      inline-size: auto;
    }
    /* A button of an icon has no gap for a label. */
    & > button > span:empty {
      display: none;
    }
  }
`
/** The text that is searched for, in the page's address. */
const SEARCH_PARAMETER = 'search'

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
  const phone = useIsPhone()
  const recheck = useRecheckShare(share.token)
  const source = useMemo(() => publicLinkFileSource(share.token, () => void recheck()), [share.token, recheck])
  const to = (id: string | null) => navigation.href('Public', { token: share.token, ...(id ? { id } : {}) })
  const text = (id: string) => intl.formatMessage({ id })

  const fail = (error: unknown) => {
    toasts.show({ type: 'danger', message: errorText(intl, error) })
  }
  const openFolder = (entry: Entry) => {
    if (entry.type === 'folder') navigation.go(to(entry.id))
  }
  const download = useLinkDownload(share)
  const actions = (target: Target): ActionGroups => {
    const { single } = target
    const changes = editing?.changes(target) ?? []
    if (single?.type !== 'folder') return [[download.action(target)], ...changes]
    const open = { id: 'open', label: text('share.open'), icon: FolderOpen, run: () => openFolder(single) }
    return [[open], [download.action(target)], ...changes]
  }
  const { search } = useLocation()
  const query = (new URLSearchParams(search).get(SEARCH_PARAMETER) ?? '').trim().slice(0, MAX_QUERY_LENGTH)
  const searchFor = (next: string) => {
    const parameters = next === '' ? '' : `?${String(new URLSearchParams({ [SEARCH_PARAMETER]: next }))}`
    // Each text after the first one replaces it in the history: Back leads to the folder.
    navigation.go(to(folderId) + parameters, { replace: query !== '' })
  }

  return (
    <Frame>
      <Head>
        <FolderIcon hue={share.color ?? 'green'} emoji={share.emoji} size={64} />
        <div>
          <Name dir="auto">{share.name}</Name>
          <PublicLinkDetails share={share} />
        </div>
        <Tools>
          <LinkSearchField query={query} onQuery={searchFor} />
          <Button
            {...(!editing && { variant: 'primary' as const })}
            icon={Download}
            busy={download.all.isPreparing}
            onClick={download.all.run}
            aria-label={phone ? text('share.download_all') : undefined}
          >
            {phone ? null : <FormattedMessage id="share.download_all" />}
          </Button>
        </Tools>
      </Head>
      <Panel>
        {query !== '' ? (
          <LinkSearchResults
            key={query}
            {...{ share, query, download, to }}
            bar={(title) => <Bar>{title}</Bar>}
            onFailure={fail}
          />
        ) : (
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
            quickAction={download.quickAction}
          />
        )}
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
