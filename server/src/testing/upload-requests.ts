import type { Db } from '../infrastructure/db/transact.ts'
import { homeOf } from '../access/target.store.ts'
import { parseChunkRequest } from '../features/uploads/parse-upload-request.ts'
import type { Received, Uploads } from '../features/uploads/upload-service.ts'

type Fields = Omit<Parameters<typeof parseChunkRequest>[0], 'name'> & { readonly name?: string }

interface SentChunk {
  readonly db: Db
  readonly userId: string
  readonly fields: Fields
  readonly batches: Iterable<Buffer | readonly Buffer[]> | AsyncIterable<Buffer>
  readonly announced?: number
  /** Without one, the top of the home. */
  readonly parentId?: string
}

/** A chunk for the user's home as the route passes it on, for tests that make an upload service of their own. */
export async function receiveChunk(
  uploads: Uploads,
  { db, userId, fields, batches, announced, ...target }: SentChunk,
): Promise<Received> {
  const space = await homeOf(db, userId)
  const parentId = target.parentId ?? space.root_id
  return uploads.receive({
    actor: `u:${userId}`,
    creatorId: userId,
    space,
    parentId,
    requested: parseChunkRequest({ name: 'a', ...fields }, parentId),
    bytes: (async function* () {
      for await (const batch of batches) yield [batch].flat()
    })(),
    announced,
  })
}
