import type { Entry } from '@holdall/api'
import {
  type ActionGroups,
  FileBrowser,
  type FileBrowserProps,
  type FileSource,
  showEntries,
  type Sort,
  type Target,
  useIsTruncated,
} from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { useHost, usePreferences } from '@holdall/section'
import { EmptyState, SearchArt, useDocumentTitle } from '@holdall/ui'
import { FolderOpen, FolderSearch } from '@holdall/ui/icons'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { linkSearchSource } from './link-search-source.ts'
import { type OpenShare, useRecheckShare } from './public-link-queries.ts'
import type { LinkDownload } from './use-link-download.ts'

const Title = styled.h1`
  overflow: hidden;
  font-size: var(--t-16);
  font-weight: var(--w-semi);
  text-overflow: ellipsis;
  white-space: nowrap;
`

interface Props extends Pick<FileBrowserProps, 'details' | 'onFailure'> {
  readonly share: OpenShare
  readonly query: string
  readonly download: LinkDownload
  /** The address of a folder of the link; null is the shared one. */
  readonly to: (folderId: string | null) => string
  readonly bar: (title: ReactNode) => ReactNode
}

/** What a text was found in the name of, below the shared folder. For another text it is mounted again. */
export function LinkSearchResults({ share, query, download, details, to, bar, onFailure }: Props) {
  const { config, navigation, preferences } = useHost()
  const { view } = usePreferences()
  const intl = useIntl()
  const recheck = useRecheckShare(share.token)
  const [source] = useState(() => linkSearchSource(share.token, query, () => void recheck()))
  const [sort, setSort] = useState<Sort>({ field: 'created_at', direction: 'DESC' })
  const text = (id: string) => intl.formatMessage({ id })
  const title = intl.formatMessage({ id: 'share.search_title' }, { query })
  useDocumentTitle(title, config.name)

  const open = (entry: Entry) => {
    if (entry.type === 'folder') navigation.go(to(entry.id))
  }
  const showInFolder = ({ id, attributes, meta }: Entry) => {
    const folderId = meta?.location?.id ?? null
    navigation.go(to(folderId))
    showEntries(folderId, [id], attributes.name)
  }
  const actions = (target: Target): ActionGroups => {
    const { single } = target
    const save = download ? [download.action(target)] : []
    if (!single) return [save]
    return [
      [
        ...(single.type === 'folder'
          ? [{ id: 'open', label: text('share.open'), icon: FolderOpen, run: () => open(single) }]
          : []),
        {
          id: 'location',
          label: text('share.show_in_folder'),
          icon: FolderSearch,
          run: () => showInFolder(single),
        },
      ],
      save,
    ]
  }
  return (
    <FileBrowser
      source={source}
      folderId={null}
      sort={sort}
      onSort={setSort}
      view={view}
      onView={(next) => preferences.set('view', next)}
      columns={{
        shared: false,
        location: { labelId: 'browser.column.location', home: () => text('share.all_files'), to },
      }}
      bar={() => bar(<Title title={title}>{title}</Title>)}
      end={() => <End source={source} sort={sort} />}
      empty={<NoMatch query={query} source={source} sort={sort} />}
      home={{ label: text('share.to_top'), run: () => navigation.go(to(null)) }}
      onOpen={open}
      preview={Preview}
      details={details}
      onFailure={onFailure}
      actions={actions}
      {...(download && { quickAction: download.quickAction })}
    />
  )
}

interface Shown {
  readonly source: FileSource
  readonly sort: Sort
}

const End = (shown: Shown) => (
  <FormattedMessage id={useIsTruncated(shown) ? 'share.search_end_cut' : 'share.search_end'} />
)

function NoMatch({ query, ...shown }: Shown & { readonly query: string }) {
  return (
    <EmptyState
      art={<SearchArt />}
      title={<FormattedMessage id="share.search_none_title" values={{ query }} />}
      text={<FormattedMessage id={useIsTruncated(shown) ? 'share.search_end_cut' : 'share.search_none_text'} />}
    />
  )
}
