import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { entryOf, type Space } from '../entries/space.store.ts'
import { contentOf, replaceContent, type Replaced } from '../versions/version.store.ts'

/**
 * Gives a file the content of another one: it keeps its id and its links, and its earlier content as a version. Both
 * refer to the same blob. Returns the bytes that the caller counts as used.
 */
export async function replaceByCopy(
  trx: Trx,
  space: Space,
  sourceId: string,
  existingId: string,
  now: number,
): Promise<{ readonly replaced: Replaced; readonly bytes: number }> {
  const source = await entryOf(trx, space.id, sourceId)
  const existing = await entryOf(trx, space.id, existingId)
  if (!source || !existing) throw refuse('not-found')
  await replaceContent(trx, existing, contentOf(source), now)
  return { replaced: { id: existing.id, version: existing.version }, bytes: source.size }
}
