import { randomBytes, timingSafeEqual } from 'node:crypto'
import { setupKeyHeader } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Db, Trx } from './db/transact.ts'
import { refuseSecret } from './errors/refusal.ts'

export interface Installation {
  /** Throws where the database cannot say: nothing may take a silent database for a new one. */
  isDone(): Promise<boolean>
  /** Opens the wizard; lives in memory, and as long as the process. */
  readonly key: string
  /** Throws unless the caller holds the key. */
  checkKey(request: FastifyRequest): void
}

/** The row whose uniqueness lets one owner win. */
export const ownerSetting = 'installation.owner'

/** Claims the installation for one owner. Throws `DbError` `unique` for a second one. */
export async function claimInstallation(trx: Trx, now: number): Promise<void> {
  await trx.insertInto('settings').values({ name: ownerSetting, value: 'null', updated_at: now }).execute()
}

export async function setInstallationOwner(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('settings')
    .set({ value: JSON.stringify(userId) })
    .where('name', '=', ownerSetting)
    .execute()
}

export function createInstallation(db: Db): Installation {
  const key = randomBytes(24).toString('base64url')
  let done = false
  return {
    key,
    async isDone() {
      // Installed once is installed for good.
      done ||=
        (await db.selectFrom('settings').select('name').where('name', '=', ownerSetting).executeTakeFirst()) !==
        undefined
      return done
    },
    checkKey(request) {
      const offered = Buffer.from(String(request.headers[setupKeyHeader] ?? ''))
      const right = Buffer.from(key)
      if (offered.length !== right.length || !timingSafeEqual(offered, right)) throw refuseSecret('forbidden')
    },
  }
}
