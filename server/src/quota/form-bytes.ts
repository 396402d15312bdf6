import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { available } from './store.ts'

/** Bytes of one form that are set aside. */
export interface FormBytes {
  /** Counts `bytes` more. Throws `quota-exceeded` where its owner has no quota left for them. */
  add(bytes: number): Promise<void>
  release(): void
}

/** How far a form may come between two looks at its owner's quota. */
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

/**
 * The files of forms lie outside of every row until their last field has come. What a person has set aside in this
 * process counts against the quota meanwhile, all forms together; a restart removes the files and the count alike.
 */
export function createFormQuota({ db, settings }: Pick<Services, 'db' | 'settings'>): (ownerId: string) => FormBytes {
  const byOwner = new Map<string, number>()

  function change(ownerId: string, bytes: number): number {
    const total = (byOwner.get(ownerId) ?? 0) + bytes
    if (total > 0) byOwner.set(ownerId, total)
    else byOwner.delete(ownerId)
    return total
  }

  return (ownerId) => {
    let mine = 0
    let checkAt = 0
    let room: number | null = null
    return {
      async add(bytes) {
        mine += bytes
        change(ownerId, bytes)
        if (mine >= checkAt) {
          room = await available(db, ownerId, await settings.get('storage.default_quota_bytes'))
          checkAt = mine + CHECK_EVERY_BYTES
        }
        if (room !== null && (byOwner.get(ownerId) ?? 0) > room) throw refuse('quota-exceeded')
      },
      release() {
        change(ownerId, -mine)
        mine = 0
      },
    }
  }
}
