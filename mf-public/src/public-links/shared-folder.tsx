import { Breadcrumbs, type FolderPath, type Target } from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { FurtherIntl, useHost, useLocation, useParams } from '@holdall/section'
import { Button, EmptyState, FolderArt, FolderIcon, useDocumentTitle, useIsPhone } from '@holdall/ui'
import { Download } from '@holdall/ui/icons'
import { Suspense, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../error-messages/error-text.ts'
import type { FolderEditing } from './editing/editable-link.ts'
import { editingMessages } from './editing/editing-messages.ts'
import { FolderBar, FolderFrame, FolderHead, FolderName, FolderPanel, FolderTools } from '../layout/visitor-folder.ts'
import { LinkFolder } from './link-folder.tsx'
import { LinkSearchField, MAX_QUERY_LENGTH } from './link-search-field.tsx'
import { LinkSearchResults } from './link-search-results.tsx'
import { PublicLinkDetails } from './public-link-details.tsx'
import { type OpenShare, useRecheckShare } from './public-link-queries.ts'
import { linkFileSource } from './link-file-source.ts'
import { useLinkDetails } from './use-link-details.tsx'
import { useLinkDownload } from './use-link-download.ts'

/** The text that is searched for, in the page's address. */
const SEARCH_PARAMETER = 'search'

interface SharedFolderProps {
  readonly share: OpenShare
  /** Absent: nothing can be changed. */
  readonly editing?: FolderEditing
}

/** The files of a link, to view and download, and to change where the link allows it. */
export function SharedFolder({ share, editing }: SharedFolderProps) {
  const { id: folderId = null } = useParams()
  const { navigation, toasts } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const recheck = useRecheckShare(share.token)
  const source = useMemo(() => linkFileSource('public-link', share.token, () => void recheck()), [share.token, recheck])
  const to = (id: string | null) => navigation.href('Public', { token: share.token, ...(id ? { id } : {}) })
  const text = (id: string) => intl.formatMessage({ id })

  const fail = (error: unknown) => {
    toasts.show({ type: 'danger', message: errorText(intl, error) })
  }
  const download = useLinkDownload(share)
  const details = useLinkDetails(share.name)
  const { search } = useLocation()
  const query = (new URLSearchParams(search).get(SEARCH_PARAMETER) ?? '').trim().slice(0, MAX_QUERY_LENGTH)
  const searchFor = (next: string) => {
    const parameters = next === '' ? '' : `?${String(new URLSearchParams({ [SEARCH_PARAMETER]: next }))}`
    // Each text after the first one replaces it in the history: Back leads to the folder.
    navigation.go(to(folderId) + parameters, { replace: query !== '' })
  }

  return (
    <FolderFrame>
      <FolderHead>
        <FolderIcon hue={share.color ?? 'green'} emoji={share.emoji} size={64} />
        <div>
          <FolderName dir="auto">{share.name}</FolderName>
          <PublicLinkDetails share={share} />
        </div>
        <FolderTools>
          <LinkSearchField query={query} onQuery={searchFor} />
          {download ? (
            <Button
              {...(!editing && { variant: 'primary' as const })}
              icon={Download}
              busy={download.all.isPreparing}
              onClick={download.all.run}
              aria-label={phone ? text('share.download_all') : undefined}
            >
              {phone ? null : <FormattedMessage id="share.download_all" />}
            </Button>
          ) : null}
        </FolderTools>
      </FolderHead>
      <FolderPanel>
        {query !== '' ? (
          <Suspense fallback={null}>
            <FurtherIntl further={editingMessages}>
              <LinkSearchResults
                key={query}
                {...{ share, query, download, details, to }}
                bar={(title) => <FolderBar>{title}</FolderBar>}
                onFailure={fail}
              />
            </FurtherIntl>
          </Suspense>
        ) : (
          <LinkFolder
            source={source}
            folderId={folderId}
            name={share.name}
            to={to}
            homeLabel={text('share.to_top')}
            path={(path) => <PublicPath share={share} path={path} to={to} />}
            empty={
              editing?.empty ?? (
                <EmptyState
                  art={<FolderArt />}
                  title={<FormattedMessage id="share.empty_title" />}
                  text={<FormattedMessage id="share.empty_text" />}
                />
              )
            }
            preview={Preview}
            editing={editing}
            {...(download && {
              save: (target: Target) => [download.action(target)],
              quickAction: download.quickAction,
            })}
          />
        )}
      </FolderPanel>
    </FolderFrame>
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
