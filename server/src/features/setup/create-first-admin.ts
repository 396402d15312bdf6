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

type OwnerDeps = Pick<Infrastructure, 'clock' | 'identity' | 'ids' | 'transact'>

/**
 * Creates the owner and ends setup, in one transaction. Of several calls at once one succeeds; the others get
 * `conflict`.
 */
export async function createOwner(services: OwnerDeps, owner: Owner): Promise<string> {
  const passwordHash = await hashPassword(owner.password)
  try {
    return await services.transact(async (trx) => {
      await claimInstallation(trx, services.clock.now())
      const id = await createUser(services, trx, { ...owner, passwordHash, role: 'admin', verified: true })
      await setInstallationOwner(trx, id)
      await services.identity.record(trx)
      return id
    })
  } catch (error) {
    if (isDbError(error, 'unique')) throw refuse('conflict')
    throw error
  }
}

/** Setup without the wizard: the environment names the owner. Later starts change nothing. */
export async function installUnattended(
  services: OwnerDeps & Pick<Infrastructure, 'config' | 'installation' | 'log'>,
): Promise<void> {
  const { config, installation, log } = services
  if (!config.admin || (await installation.isDone())) return
  await createOwner(services, config.admin).catch(async (error: unknown) => {
    if (!(await installation.isDone())) throw error
  })
  log.info('setup is done: the owner is the one in the environment')
}
