import type { Db, Transact } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { refuseThrottledChange } from './bulk-changes.ts'
import type { Picked } from './selection.store.ts'

type Deps = Pick<Infrastructure, 'db' | 'engine' | 'transact' | 'transactBulk'>

/** More rows than this are changed off the main thread. */
const LARGE = 300

export interface ChangeSize {
  /** Some changes of so many entries are made in several transactions. */
  readonly isLarge: boolean
  /** How to run a transaction on all of them, so that it blocks nothing. */
  readonly transact: Transact
}

/**
 * How large a change of these entries and all below them is. Counting stops early. Throws `throttled` where it is large
 * and the account has made too many of them.
 */
export async function changeSizeOf(
  { db, engine, transact, transactBulk }: Deps,
  parts: readonly Picked[],
): Promise<ChangeSize> {
  let isInBackground = false
  for (const which of parts) {
    const few = await fewWithin(db, 'ids' in which ? which.ids : [which.parentId])
    if (few === null) {
      await refuseThrottledChange()
      return { isLarge: true, transact: engine === 'postgres' ? transact : transactBulk }
    }
    if (engine === 'postgres') continue
    isInBackground ||= (await haveManyVisits(db, 'entry_id', few)) || (await haveManyVersions(db, few))
  }
  return { isLarge: false, transact: isInBackground ? transactBulk : transact }
}

export const transactFor = async (deps: Deps, which: Picked): Promise<Transact> =>
  (await changeSizeOf(deps, [which])).transact

/** How to end these links. Visits end with them. */
export async function transactForLinks(
  { db, engine, transact, transactBulk }: Deps,
  by: 'entry_id' | 'token',
  values: readonly string[],
): Promise<Transact> {
  if (engine === 'postgres') return transact
  return (await haveManyVisits(db, by, values)) ? transactBulk : transact
}

/**
 * These entries and all below them, in whatever state; null where they are more than `LARGE`. Level by level: a recursive
 * query reads all that is in a folder before it stops.
 */
async function fewWithin(db: Db, ids: readonly string[]): Promise<readonly string[] | null> {
  const found = [...ids]
  for (let level = ids; level.length > 0;) {
    if (found.length > LARGE) return null
    const below = await db
      .selectFrom('entries')
      .select(['id', 'kind'])
      .where('parent_id', 'in', level)
      .limit(LARGE + 1 - found.length)
      .execute()
    for (const { id } of below) found.push(id)
    level = below.filter(({ kind }) => kind === 'folder').map(({ id }) => id)
  }
  return found.length > LARGE ? null : found
}

/** Or many links: each counts as a visit. */
async function haveManyVisits(db: Db, by: 'entry_id' | 'token', values: readonly string[]): Promise<boolean> {
  const visits = await db
    .selectFrom('shares')
    .leftJoin('share_grants', 'share_grants.share_id', 'shares.id')
    .select('shares.id')
    .where(`shares.${by}`, 'in', values)
    .limit(LARGE + 1)
    .execute()
  return visits.length > LARGE
}

async function haveManyVersions(db: Db, entryIds: readonly string[]): Promise<boolean> {
  const versions = await db
    .selectFrom('file_versions')
    .select('version')
    .where('entry_id', 'in', entryIds)
    .limit(LARGE + 1)
    .execute()
  return versions.length > LARGE
}
