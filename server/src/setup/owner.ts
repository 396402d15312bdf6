import { hashPassword } from '../auth/passwords.ts'
import { isDbError } from '../db/errors.ts'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { createUser } from '../users/create.ts'
import { ownerSetting } from './installation.ts'

interface Owner {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly locale?: string | null
}

/** Makes the first owner and closes setup, in one transaction. Of several at once one wins; the others get `conflict`. */
export async function createOwner(services: Services, owner: Owner): Promise<string> {
  const passwordHash = await hashPassword(owner.password)
  try {
    return await services.transact(async (trx) => {
      const now = services.clock.now()
      await trx.insertInto('settings').values({ name: ownerSetting, value: 'null', updated_at: now }).execute()
      const id = await createUser(services, trx, { ...owner, passwordHash, role: 'admin', verified: true })
      await trx
        .updateTable('settings')
        .set({ value: JSON.stringify(id) })
        .where('name', '=', ownerSetting)
        .execute()
      return id
    })
  } catch (error) {
    if (isDbError(error, 'unique')) throw refuse('conflict')
    throw error
  }
}

/** Without a wizard: the environment names the first owner. Later starts change nothing. */
export async function installUnattended(services: Services): Promise<void> {
  const { config, installation, log } = services
  if (!config.admin || (await installation.isDone())) return
  await createOwner(services, { name: 'Administrator', ...config.admin }).catch(async (error: unknown) => {
    if (!(await installation.isDone())) throw error
  })
  log.info('installed: the first owner is the one that the environment names')
}
