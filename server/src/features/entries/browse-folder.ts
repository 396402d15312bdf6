import type { Ancestor, EntryPosition } from '@holdall/api'
import type { Db } from '../../infrastructure/db/transact.ts'
import { defaultDirection, type ListingOrder } from './listing-order.store.ts'
import { ancestorsOf, countedFor, pageOfFolder, positionOfPrefix } from './listing.store.ts'
import { type PageOf, presentTotals } from './present-entry.ts'
import type { EntryRow } from './space.store.ts'

export interface ListingOptions {
  readonly sort?: ListingOrder['sort'] | undefined
  readonly direction?: ListingOrder['direction'] | undefined
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}

/** Lists only what came through this upload request. */
export interface Shown {
  readonly uploadRequestId?: string
}

const DEFAULT_PER_PAGE = 50
const MAX_PER_PAGE = 200

/** The page of a listing that a query selects. */
export function pageBounds(options: ListingOptions): { page: number; perPage: number; offset: number; limit: number } {
  const perPage = Math.min(Math.max(1, options.per_page ?? DEFAULT_PER_PAGE), MAX_PER_PAGE)
  const page = Math.max(1, options.page ?? 1)
  return { page, perPage, offset: (page - 1) * perPage, limit: perPage }
}

export interface Browsed {
  readonly found: PageOf
  readonly ancestors: Ancestor[]
}

/**
 * A page of a live folder; nothing above the root of its space, or the folder of a link, is shown. A team folder is one of
 * the ancestors of what is in it.
 */
export async function browse(
  db: Db,
  stored: EntryRow,
  { root_id: topId, kind }: { readonly root_id: string; readonly kind: 'home' | 'team' | 'link' },
  options: ListingOptions,
  { uploadRequestId }: Shown = {},
): Promise<Browsed> {
  const { page, perPage, offset, limit } = pageBounds(options)
  const [folder = stored] = await countedFor(db, [stored], uploadRequestId)
  const found = await pageOfFolder(db, folder, { ...orderOf(options), offset, limit, uploadRequestId })
  const rows = await countedFor(db, found, uploadRequestId)
  const isTopShown = kind === 'team'
  const ancestors = folder.id === topId ? [] : await ancestorsOf(db, folder, topId, { isTopShown })
  return { found: { rows, totals: presentTotals(folder), page, perPage }, ancestors }
}

/** The first entry of a live folder whose name begins with `prefix`, and where it is in the whole listing. */
export async function findByPrefix(
  db: Db,
  stored: EntryRow,
  options: Pick<ListingOptions, 'sort' | 'direction'> & { readonly prefix: string },
  { uploadRequestId }: Shown = {},
): Promise<EntryPosition | null> {
  const [folder = stored] = await countedFor(db, [stored], uploadRequestId)
  const found = await positionOfPrefix(db, folder, { ...orderOf(options), uploadRequestId }, options.prefix)
  return found && { id: found.id, type: 'entry-position', attributes: { index: found.index } }
}

/** By date by default. */
export const orderOf = ({ sort = 'created_at', direction }: Pick<ListingOptions, 'sort' | 'direction'>) => ({
  sort,
  direction: direction ?? defaultDirection(sort),
})
