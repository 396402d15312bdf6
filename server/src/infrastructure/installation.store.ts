import { randomBytes, timingSafeEqual } from 'node:crypto'
import { setupKeyHeader } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Db, Trx } from './db/transact.ts'
import { refuseSecret } from './errors/refusal.ts'
import { isMarkedInstalled, markInstalled } from './installed-marker.ts'

export interface Installation {
  /** Throws when the database does not answer: it must not be taken for an empty one. */
  isDone(): Promise<boolean>
  /** Opens the setup wizard. Kept in memory only, until the process ends. */
  readonly key: string
  /** Throws unless the caller holds the key. */
  checkKey(request: FastifyRequest): void
}

/** This row is unique, so that there is one owner only. */
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

/** Whether this database has an owner. */
export const hasOwner = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('name').where('name', '=', ownerSetting).executeTakeFirst()) !== undefined

/** `key`: that of the app before, where this one replaces it. */
export function createInstallation(
  db: Db,
  dataDir: string,
  key: string = randomBytes(24).toString('base64url'),
): Installation {
  let done = false
  return {
    key,
    async isDone() {
      // Cached: it never becomes false again.
      if (done) return true
      done = isMarkedInstalled(dataDir) || (await hasOwner(db))
      if (done) markInstalled(dataDir)
      return done
    },
    checkKey(request) {
      const offered = Buffer.from(String(request.headers[setupKeyHeader] ?? ''))
      const right = Buffer.from(key)
      if (offered.length !== right.length || !timingSafeEqual(offered, right)) throw refuseSecret('forbidden')
    },
  }
}
