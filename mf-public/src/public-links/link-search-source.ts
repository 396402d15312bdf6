import { publicSearch } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { filesKey, watchClosed } from './link-file-source.ts'

/** What a search finds below the shared folder. `onClosed` as for the folders of the link. */
export function linkSearchSource(token: string, query: string, onClosed: () => void): FileSource {
  return {
    key: [...filesKey(token), 'search', query],
    isFolder: false,
    page: (_top, page, signal) =>
      watchClosed(api.call(publicSearch, { params: { token }, query: { ...page, query } }, { signal }), onClosed),
  }
}
