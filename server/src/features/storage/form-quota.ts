import type { FormBytes } from '../../http/multipart-upload.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { available } from './quota.store.ts'

/** How far a form may come between two looks at its owner's quota. */
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

/**
 * The files of forms belong to no row until their last field is received. What a person has set aside in this
 * process counts against the quota meanwhile, all forms together; a restart removes the files and the count alike.
 */
export function createFormQuota({
  db,
  settings,
}: Pick<Infrastructure, 'db' | 'settings'>): (ownerId: string) => FormBytes {
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
