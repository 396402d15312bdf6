import { type Entry, kindOf, suggestEntries } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { HostApi, SpotlightProvider, SpotlightResult, SpotlightText } from '@holdall/section'
import { homes, routeOf } from '../entries/entry-rights.ts'
import { openEntry } from '../entries/open-action.ts'
import { searchAddress } from './search-address.ts'

type Find = Awaited<ReturnType<SpotlightProvider['find']>>

let last: { readonly query: string; readonly signal: AbortSignal; readonly entries: Promise<readonly Entry[]> } | null =
  null

/** One call for both providers: they search for the same text, until the same signal aborts. */
function entriesFor(query: string, signal: AbortSignal): Promise<readonly Entry[]> {
  if (last?.query !== query || last.signal !== signal) {
    const call = api.call(suggestEntries, { query: { query } }, { signal })
    last = { query, signal, entries: call.then(({ data }) => data) }
  }
  return last.entries
}

export const findFolders: Find = async (query, host, signal, text) => {
  const entries = await entriesFor(query, signal)
  return entries.filter(({ type }) => type === 'folder').map((entry) => resultOf(entry, query, host, text))
}

/** The files, and below them the page with everything that was found. */
export const findFiles: Find = async (query, host, signal, text) => {
  const entries = await entriesFor(query, signal)
  const files = entries.filter(({ type }) => type === 'file').map((entry) => resultOf(entry, query, host, text))
  if (entries.length === 0) return []
  const all: SpotlightResult = {
    id: 'search.all',
    title: text('search.show_all'),
    icon: 'search',
    run: () => {
      host.navigation.go(searchAddress(host.navigation, { query }))
    },
  }
  return [...files, all]
}

function resultOf(entry: Entry, query: string, host: HostApi, text: SpotlightText): SpotlightResult {
  const { name, mimetype } = entry.attributes
  const location = entry.meta?.location
  const path = location?.path.length ? location.path.join(' / ') : text(homes[routeOf(entry)])
  const kind = kindOf(mimetype, name)
  return {
    id: `entry.${entry.id}`,
    title: name,
    // A team folder is in no folder.
    ...(!entry.attributes.isTeamFolder && { subtitle: location?.truncated ? `… / ${path}` : path }),
    icon: entry.type === 'folder' ? 'folder' : kind === 'other' ? 'file' : kind,
    run: () => {
      if (entry.type === 'folder') openEntry(entry, host.navigation)
      // Above the results, which contain it wherever it is.
      else host.navigation.go(searchAddress(host.navigation, { query, previewId: entry.id }))
    },
  }
}
