import { type Ancestor, Entry, Listing, type OriginalLocation, type Share } from '@holdall/api'
import { makeId } from './id.ts'

export interface EntryOverrides extends Partial<Entry['attributes']> {
  readonly id?: string
  readonly type?: Entry['type']
  /** Its public link. */
  readonly shared?: Share | null
  /** Where it was, of a trashed entry. */
  readonly location?: OriginalLocation
}

/** An entry as the server presents one; a text file at the top unless said. */
export function makeEntry({
  id = makeId(),
  type = 'file',
  shared = null,
  location,
  ...attributes
}: EntryOverrides = {}): Entry {
  const own =
    type === 'folder'
      ? { name: 'Contracts', color: 'green', mimetype: null, filesize: null, file_url: null, items: 0 }
      : {
          name: 'notes.txt',
          color: null,
          mimetype: 'text/plain',
          filesize: 1200,
          file_url: `/content/${id}`,
          items: null,
        }
  return Entry.parse({
    id,
    type,
    attributes: {
      parent_id: null,
      emoji: null,
      created_at: '2026-03-12T10:00:00.000Z',
      updated_at: '2026-03-12T10:00:00.000Z',
      deleted_at: null,
      ...own,
      ...attributes,
    },
    relationships: { shared: shared && { data: shared } },
    ...(location && { meta: { location } }),
  })
}

export interface ListingOverrides {
  readonly root?: Entry | null
  readonly ancestors?: readonly Ancestor[]
  readonly paginate?: Partial<Listing['meta']['paginate']>
  readonly totals?: Partial<Listing['meta']['totals']>
}

/** A page that holds these entries; the only one unless said. */
export function makeListing(
  entries: readonly Entry[],
  { root = null, ancestors = [], paginate, totals }: ListingOverrides = {},
): Listing {
  const count = entries.length
  const files = entries.filter(({ type }) => type === 'file')
  return Listing.parse({
    data: entries,
    meta: {
      paginate: {
        currentPage: 1,
        lastPage: 1,
        perPage: Math.max(50, count),
        from: count ? 1 : null,
        to: count || null,
        total: count,
        ...paginate,
      },
      totals: {
        folders: count - files.length,
        files: files.length,
        filesize: files.reduce((sum, { attributes }) => sum + (attributes.filesize ?? 0), 0),
        ...totals,
      },
      root: root && { data: root },
      ancestors,
    },
  })
}
