import type { Trx } from '../../infrastructure/db/transact.ts'
import { forOwner } from '../entries/space.store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { release, reserve, storageLimits } from '../storage/quota.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { hold, type UploadRow } from './upload.store.ts'

/** Bytes of quota that are reserved at a time where the whole size is not held. */
const RESERVATION_CHUNK_BYTES = 64 * 1024 * 1024

export interface HeldQuota {
  /**
   * Reserves `needed` bytes or more and returns how many. Throws `quota-exceeded`, and `upload-conflict` if the upload
   * has ended.
   */
  take(upload: UploadRow, needed: number, announced: number | undefined): Promise<number>
  giveBack(trx: Trx, upload: UploadRow, bytes: number): Promise<void>
  /** Like `giveBack`, in a transaction of its own. */
  giveBackAlone(upload: UploadRow, bytes: number): Promise<void>
}

/** The quota that an upload holds as it arrives: reserved in chunks, or only what is needed when little is left. */
export function createHeldQuota({ transact, settings }: Pick<Infrastructure, 'transact' | 'settings'>): HeldQuota {
  async function giveBack(trx: Trx, upload: UploadRow, bytes: number): Promise<void> {
    if (await hold(trx, upload, -bytes)) await release(trx, upload.owner_id, { bytes, items: 0 })
  }

  return {
    async take(upload, needed, announced) {
      const limits = await storageLimits(settings)
      for (const bytes of [
        Math.max(needed, Math.min(announced ?? RESERVATION_CHUNK_BYTES, RESERVATION_CHUNK_BYTES)),
        needed,
      ]) {
        const isHeld = await forOwner(transact, upload.owner_id, async (trx) => {
          if (!(await reserve(trx, upload.owner_id, { bytes, items: 0 }, limits))) return false
          // If another process has ended the upload, nothing would ever release them.
          if (!(await hold(trx, upload, bytes))) throw refuse('upload-conflict')
          return true
        })
        if (isHeld) return bytes
      }
      throw refuse('quota-exceeded')
    },
    giveBack,
    giveBackAlone: (upload, bytes) => forOwner(transact, upload.owner_id, (trx) => giveBack(trx, upload, bytes)),
  }
}
