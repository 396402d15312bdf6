import type { Db } from '../db/transact.ts'
import { homeOf } from '../files/space.ts'
import { wantedChunk } from './request.ts'
import type { Received, Uploads } from './service.ts'

type Fields = Omit<Parameters<typeof wantedChunk>[0], 'name'> & { readonly name?: string }

interface SentChunk {
  readonly db: Db
  readonly userId: string
  readonly fields: Fields
  readonly batches: Iterable<Buffer> | AsyncIterable<Buffer>
  readonly announced?: number
}

/** A chunk for the user's home as the route passes it on, for tests that make an upload service of their own. */
export async function receiveChunk(
  uploads: Uploads,
  { db, userId, fields, batches, announced }: SentChunk,
): Promise<Received> {
  const space = await homeOf(db, userId)
  return uploads.receive({
    actor: `u:${userId}`,
    creatorId: userId,
    space,
    parentId: space.root_id,
    wanted: wantedChunk({ name: 'a', ...fields }, space.root_id),
    bytes: (async function* () {
      for await (const batch of batches) yield [batch]
    })(),
    announced,
  })
}
