import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { entryOf, type Space } from '../entries/space.store.ts'
import { contentOf, replaceContent, type Replaced } from '../versions/version.store.ts'

interface PlacedFile {
  readonly space: Space
  readonly id: string
}

/**
 * Gives a file the content of another one: it keeps its id and its links, and its earlier content as a version. Both
 * refer to the same blob. Returns the bytes that the caller counts as used.
 */
export async function replaceByCopy(
  trx: Trx,
  from: PlacedFile,
  to: PlacedFile,
  now: number,
): Promise<{ readonly replaced: Replaced; readonly bytes: number }> {
  const source = await entryOf(trx, from.space.id, from.id)
  const existing = await entryOf(trx, to.space.id, to.id)
  if (!source || !existing) throw refuse('not-found')
  await replaceContent(trx, existing, contentOf(source), now)
  return { replaced: { id: existing.id, version: existing.version }, bytes: source.size }
}
