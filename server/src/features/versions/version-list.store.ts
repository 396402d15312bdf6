import { minute } from '../../infrastructure/clock.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import type { VersionRow } from './version.store.ts'

interface VersionPage {
  /** The newest first. */
  readonly rows: readonly VersionRow[]
  /** Number and bytes of all versions of the file. */
  readonly total: number
  readonly bytes: number
}

export async function pageOfVersions(
  db: Db,
  entryId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<VersionPage> {
  const versions = db.selectFrom('file_versions').where('entry_id', '=', entryId)
  const rows = await versions.selectAll().orderBy('version', 'desc').offset(offset).limit(limit).execute()
  const { total, bytes } = await versions
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.sum<number | null>('size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total), bytes: Number(bytes ?? 0) }
}

/** Activities are stored at the end of the transaction that has made the version. */
const MAX_TRANSACTION_MS = minute
/** Further ones are of versions that are gone. */
const MAX_REPLACEMENTS = 1000

/** Who replaced the contents of a file from the oldest of these versions to the newest: the oldest activity first. */
export function replacementsOf(db: Db, versions: readonly VersionRow[], { spaceId }: { readonly spaceId?: string }) {
  const [newest, oldest] = [versions[0], versions.at(-1)]
  if (!newest || !oldest) return Promise.resolve([])
  return db
    .selectFrom('activities')
    .select(['actor_kind', 'actor_id', 'created_at'])
    .where('entry_id', '=', newest.entry_id)
    .where('kind', '=', 'replaced')
    .where('created_at', '>=', oldest.replaced_at)
    .where('created_at', '<=', newest.replaced_at + MAX_TRANSACTION_MS)
    .$if(spaceId !== undefined, (q) => q.where('space_id', '=', spaceId ?? ''))
    .orderBy('id')
    .limit(MAX_REPLACEMENTS)
    .execute()
}
export type Replacement = Awaited<ReturnType<typeof replacementsOf>>[number]

/** By version, the activity of its replacement: the first one since, before the next version was made. */
export function matchReplacements(
  versions: readonly VersionRow[],
  replacements: readonly Replacement[],
): ReadonlyMap<number, Replacement> {
  const found = new Map<number, Replacement>()
  const oldestFirst = versions.toReversed()
  let next = 0
  for (const [at, { version, replaced_at: since }] of oldestFirst.entries()) {
    while ((replacements[next]?.created_at ?? since) < since) next++
    const replacement = replacements[next]
    if (!replacement || replacement.created_at > since + MAX_TRANSACTION_MS) continue
    // Of versions of one millisecond, activities have the same order.
    const following = oldestFirst[at + 1]?.replaced_at ?? since
    if (following > since && replacement.created_at >= following) continue
    found.set(version, replacement)
    next++
  }
  return found
}
