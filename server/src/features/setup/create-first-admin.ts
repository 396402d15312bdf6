import { hashPassword } from '../../infrastructure/passwords/passwords.ts'
import { isDbError } from '../../infrastructure/db/errors.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { createUser } from '../users/create-user.store.ts'
import { claimInstallation, setInstallationOwner } from '../../infrastructure/installation.store.ts'

interface Owner {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly locale?: string | null
}

/** Makes the first owner and closes setup, in one transaction. Of several at once one wins; the others get `conflict`. */
type OwnerDeps = Pick<Infrastructure, 'clock' | 'ids' | 'transact'>

export async function createOwner(services: OwnerDeps, owner: Owner): Promise<string> {
  const passwordHash = await hashPassword(owner.password)
  try {
    return await services.transact(async (trx) => {
      await claimInstallation(trx, services.clock.now())
      const id = await createUser(services, trx, { ...owner, passwordHash, role: 'admin', verified: true })
      await setInstallationOwner(trx, id)
      return id
    })
  } catch (error) {
    if (isDbError(error, 'unique')) throw refuse('conflict')
    throw error
  }
}

/** Without a wizard: the environment names the first owner. Later starts change nothing. */
export async function installUnattended(
  services: OwnerDeps & Pick<Infrastructure, 'config' | 'installation' | 'log'>,
): Promise<void> {
  const { config, installation, log } = services
  if (!config.admin || (await installation.isDone())) return
  await createOwner(services, { name: 'Administrator', ...config.admin }).catch(async (error: unknown) => {
    if (!(await installation.isDone())) throw error
  })
  log.info('installed: the first owner is the one that the environment names')
}
