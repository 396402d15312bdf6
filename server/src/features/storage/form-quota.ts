import type { FormBytes } from '../../http/multipart-upload.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { available } from './quota.store.ts'

/** Bytes of a form between two checks of its owner's quota. */
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

/**
 * The file of a form has no row until the last field is received. Until then the temporary files of an owner's forms in
 * this process count against the quota, all together; a restart removes both the files and the count.
 */
export function createFormQuota({
  db,
  disk,
  settings,
}: Pick<Infrastructure, 'db' | 'disk' | 'settings'>): (ownerId: string) => FormBytes {
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
          await disk.admit()
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
