import { refuse } from '../../infrastructure/errors/refusal.ts'

/** Each upload takes up to 4 MiB of memory, however slow it is. */
const MAX_PER_OWNER = 32
const RETRY_AFTER_SECONDS = 5

export interface UploadSlots {
  /** Runs work that receives an upload for this owner. Throws `busy` while too many are being received. */
  hold<T>(ownerId: string, work: () => Promise<T>): Promise<T>
}

export function createUploadSlots(): UploadSlots {
  const held = new Map<string, number>()
  return {
    async hold(ownerId, work) {
      const others = held.get(ownerId) ?? 0
      if (others >= MAX_PER_OWNER) throw refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
      held.set(ownerId, others + 1)
      try {
        return await work()
      } finally {
        const left = (held.get(ownerId) ?? 1) - 1
        if (left > 0) held.set(ownerId, left)
        else held.delete(ownerId)
      }
    },
  }
}
