import type { Db } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { depthsOf, heightOf, lineOf } from './subtree.store.ts'

/** Levels of folders down to this one: 0 at the top of a space, 1 for a folder there. */
export const depthOf = async (db: Db, folderId: string): Promise<number> => (await lineOf(db, folderId)).length - 1

/** Refuses when `levels` further ones below a folder of this depth are too many. */
export function refuseDepth(depth: number, levels: number, maxDepth: number): void {
  if (depth + levels > maxDepth)
    throw refuse('too-deep', { text: 'error.too-deep.levels', values: { levels: maxDepth } })
}

/** Refuses a path of folders below this one that would be nested too deeply. */
export async function refusePathDepth(
  db: Db,
  folderId: string,
  path: readonly string[],
  maxDepth: number,
): Promise<void> {
  if (path.length > 0) refuseDepth(await depthOf(db, folderId), path.length, maxDepth)
}

/**
 * Refuses to put entries into a folder when they would be nested too deeply there. The top accepts everything, so that
 * a tree that is already too deep can be split.
 */
export async function refuseSubtreeDepth(
  db: Db,
  depth: number,
  ids: readonly string[],
  maxDepth: number,
): Promise<void> {
  if (depth > 0) refuseDepth(depth, await heightOf(db, ids, maxDepth), maxDepth)
}

/** The same for entries that are put into several folders, by these. */
export async function refuseSubtreeDepths(
  db: Db,
  idsByFolder: ReadonlyMap<string, readonly string[]>,
  maxDepth: number,
): Promise<void> {
  if (idsByFolder.size === 0) return
  const depths = await depthsOf(db, [...idsByFolder.keys()])
  const below = [...idsByFolder].filter(([folderId]) => (depths.get(folderId) ?? 0) > 0)
  if (below.length === 0) return
  const height = await heightOf(
    db,
    below.flatMap(([, ids]) => ids),
    maxDepth,
  )
  if (Math.max(...depths.values()) + height <= maxDepth) return
  for (const [folderId, ids] of below) await refuseSubtreeDepth(db, depths.get(folderId) ?? 0, ids, maxDepth)
}
