import { MAX_SEARCH_MATCHES } from '@holdall/api'
import { FileBrowser, type FileSource, type Sort, useIsTruncated } from '@holdall/file-browser'
import { useHost, useLocation } from '@holdall/section'
import { Button, EmptyState, SearchArt } from '@holdall/ui'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useDetails } from '../details/use-details.tsx'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useLocationColumn } from '../entries/use-location-column.ts'
import { useOwnedEntries } from '../entries/use-owned-entries.ts'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useView } from '../layout/use-view.ts'
import { useTeamFolderActions } from '../team-members/use-team-folder-actions.ts'
import { readFilters, searchAddress, type SearchFilters as Filters } from './search-address.ts'
import { SearchFilters } from './search-filters.tsx'
import { searchSource } from './search-source.ts'

/** Everything that a text was found in the name of, narrowed by filters. The address has both. */
export function SearchPage() {
  const { navigation, spotlight } = useHost()
  const intl = useIntl()
  const { search } = useLocation()
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search])
  const address = searchAddress(navigation, filters)
  const { query } = filters
  return (
    <PlatformLayout page="search" folderId={null}>
      <PageHeader
        page="search"
        folderId={null}
        to={() => address}
        {...(query !== '' && { title: intl.formatMessage({ id: 'search.title' }, { query }) })}
      />
      {query === '' ? (
        <EmptyState
          art={<SearchArt />}
          title={<FormattedMessage id="search.start.title" />}
          text={<FormattedMessage id="search.start.text" />}
          actions={
            <Button variant="primary" onClick={spotlight.open}>
              <FormattedMessage id="locations.search" />
            </Button>
          }
        />
      ) : (
        <>
          <SearchFilters
            filters={filters}
            onChange={(changed) => {
              navigation.go(searchAddress(navigation, changed), { replace: true })
            }}
          />
          {/* Another search has another selection. */}
          <Results key={address} filters={filters} />
        </>
      )}
    </PlatformLayout>
  )
}

function Results({ filters }: { readonly filters: Filters }) {
  const [source] = useState(() => searchSource(filters))
  const [sort, setSort] = useState<Sort>({ field: 'created_at', direction: 'DESC' })
  const entries = useOwnedEntries(useFileMutations(), { further: { onTeamFolder: useTeamFolderActions() } })
  const view = useView()
  const details = useDetails('locations.search')
  const location = useLocationColumn('browser.column.location')
  return (
    <FileBrowser
      source={source}
      folderId={null}
      sort={sort}
      onSort={setSort}
      {...view}
      {...entries}
      details={details}
      columns={{ location }}
      end={() => <End source={source} sort={sort} />}
      empty={<NoMatch filters={filters} source={source} sort={sort} />}
    />
  )
}

interface Shown {
  readonly source: FileSource
  readonly sort: Sort
}

function End(shown: Shown) {
  return useIsTruncated(shown) ? (
    <FormattedMessage id="search.end_newest" values={{ count: MAX_SEARCH_MATCHES }} />
  ) : (
    <FormattedMessage id="search.end" />
  )
}

function NoMatch({ filters, ...shown }: Shown & { readonly filters: Filters }) {
  const { navigation } = useHost()
  const { query } = filters
  const truncated = useIsTruncated(shown)
  const isNarrowed = Boolean(filters.type ?? filters.period ?? filters.folderId)
  return (
    <EmptyState
      art={<SearchArt />}
      title={<FormattedMessage id="search.none.title" values={{ query }} />}
      text={
        truncated ? (
          <FormattedMessage id="search.end_newest" values={{ count: MAX_SEARCH_MATCHES }} />
        ) : (
          <FormattedMessage id={isNarrowed ? 'search.none.filtered' : 'search.none.text'} />
        )
      }
      actions={
        isNarrowed ? (
          <Button
            onClick={() => {
              navigation.go(searchAddress(navigation, { query }), { replace: true })
            }}
          >
            <FormattedMessage id="search.clear" />
          </Button>
        ) : undefined
      }
    />
  )
}
