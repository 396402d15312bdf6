import type { Entry, Listing } from '@holdall/api'
import type { FileSource, PageQuery } from '../folder-data/file-source.ts'

/** The entry at `index` of a generated folder. The first `folders` entries are folders. */
export function entryAt(index: number, { folders = 0, name = `file ${String(index)}` } = {}): Entry {
  const folder = index < folders
  return {
    id: `id-${String(index)}`,
    type: folder ? 'folder' : 'file',
    attributes: {
      name,
      parent_id: null,
      color: null,
      emoji: null,
      mimetype: folder ? null : 'text/plain',
      filesize: folder ? null : 1000,
      thumbnail: null,
      file_url: folder ? null : `/content/${String(index)}`,
      items: folder ? 3 : null,
      created_at: '2026-03-12T10:00:00.000Z',
      updated_at: '2026-03-12T10:00:00.000Z',
      deleted_at: null,
    },
    relationships: { shared: null },
  }
}

function totalsOf(total: number, make: (index: number) => Entry): Listing['meta']['totals'] {
  const totals = { folders: 0, files: 0, filesize: 0 }
  for (let index = 0; index < total; index++) {
    const { type, attributes } = make(index)
    totals[type === 'file' ? 'files' : 'folders']++
    totals.filesize += attributes.filesize ?? 0
  }
  return totals
}

/** A source with one folder of `total` entries. `queries` and `prefixes` record the queries. */
export function fakeSource(total: number, make: (index: number) => Entry = entryAt) {
  const queries: PageQuery[] = []
  const prefixes: string[] = []
  const totals = totalsOf(total, make)
  const source: FileSource = {
    key: ['fake'],
    isFolder: true,
    findByPrefix: (_folder, { prefix }) => {
      prefixes.push(prefix)
      for (let index = 0; index < total; index++) {
        const { id, attributes } = make(index)
        if (attributes.name.startsWith(prefix)) return Promise.resolve({ id, index })
      }
      return Promise.resolve(null)
    },
    page: (_folder, query) => {
      queries.push(query)
      const first = (query.page - 1) * query.per_page
      const count = Math.max(0, Math.min(query.per_page, total - first))
      return Promise.resolve({
        data: Array.from({ length: count }, (_, offset) => make(first + offset)),
        meta: {
          paginate: {
            currentPage: query.page,
            lastPage: Math.max(1, Math.ceil(total / query.per_page)),
            perPage: query.per_page,
            from: count ? first + 1 : null,
            to: count ? first + count : null,
            total,
          },
          totals,
          root: null,
          ancestors: [],
        },
      } satisfies Listing)
    },
  }
  return { source, queries, prefixes, pages: () => queries.map(({ page }) => page) }
}
