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
   * has ended. While another upload of the owner that was refused still holds quota, it waits for that: of several that
   * do not fit together the others would be refused too, and none would succeed.
   */
  take(upload: UploadRow, needed: number, announced: number | undefined): Promise<number>
  giveBack(trx: Trx, upload: UploadRow, bytes: number): Promise<void>
  /** To be called once a request has ended: what it holds after a refusal is not freed any more. */
  settle(upload: UploadRow): void
  /** Like `giveBack`, in a transaction of its own. */
  giveBackAlone(upload: UploadRow, bytes: number): Promise<void>
}

/** The quota that an upload holds as it arrives: reserved in chunks, or only what is needed when little is left. */
export function createHeldQuota({ transact, settings }: Pick<Infrastructure, 'transact' | 'settings'>): HeldQuota {
  /** Uploads that were refused and still hold quota, by blob id. */
  const refused = new Map<
    string,
    { readonly ownerId: string; readonly ended: Promise<void>; readonly end: () => void }
  >()

  /** Reserves all of `bytes`, or nothing. */
  async function holdBytes(upload: UploadRow, bytes: number): Promise<boolean> {
    const limits = await storageLimits(settings)
    return forOwner(transact, upload.owner_id, async (trx) => {
      if (!(await reserve(trx, upload.owner_id, { bytes, items: 0 }, limits))) return false
      // If another process has ended the upload, nothing would ever release them.
      if (!(await hold(trx, upload, bytes))) throw refuse('upload-conflict')
      return true
    })
  }

  async function giveBack(trx: Trx, upload: UploadRow, bytes: number): Promise<void> {
    if (await hold(trx, upload, -bytes)) await release(trx, upload.owner_id, { bytes, items: 0 })
  }

  return {
    async take(upload, needed, announced) {
      const ample = Math.max(needed, Math.min(announced ?? RESERVATION_CHUNK_BYTES, RESERVATION_CHUNK_BYTES))
      for (;;) {
        for (const bytes of [ample, needed]) if (await holdBytes(upload, bytes)) return bytes
        const other = [...refused.values()].find(({ ownerId }) => ownerId === upload.owner_id)
        if (!other) break
        await other.ended
      }
      let end = () => {}
      const ended = new Promise<void>((resolve) => (end = resolve))
      refused.set(upload.blob_id, { ownerId: upload.owner_id, ended, end })
      throw refuse('quota-exceeded')
    },
    settle({ blob_id: id }) {
      refused.get(id)?.end()
      refused.delete(id)
    },
    giveBack,
    giveBackAlone: (upload, bytes) => forOwner(transact, upload.owner_id, (trx) => giveBack(trx, upload, bytes)),
  }
}
