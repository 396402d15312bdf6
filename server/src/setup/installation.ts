import { randomBytes, timingSafeEqual } from 'node:crypto'
import { setupKeyHeader } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/transact.ts'
import { refuseSecret } from '../http/refusal.ts'

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
