import type { SecondFactor } from '@holdall/api'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { deleteSessionsOf, requireLiveSession } from '../../infrastructure/sessions/session.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { accountOf } from '../users/user.store.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { spendCodeOfApp, spendSecondFactor } from './second-factor.ts'
import { createTotpSecret, decryptTotpSecret, encryptTotpSecret, totpAddress } from './totp.ts'
import { tellOwner } from './two-factor-notices.ts'
import {
  deleteTotp,
  findTotp,
  putTotp,
  raisePasswordVersion,
  replaceRecoveryCodes,
  setTwoFactor,
} from './two-factor.store.ts'

export type TwoFactorDeps = Pick<
  Infrastructure,
  'clock' | 'db' | 'jobs' | 'log' | 'secret' | 'settings' | 'transact' | 'transactBulk'
> & { readonly notifications: Notifications }

const isOn = async (trx: Trx, userId: string): Promise<boolean> =>
  (await accountOf(trx, userId)).user.two_factor_confirmed_at !== null

/** Creates a secret, which replaces one that was not confirmed. Where the second factor is on, it is turned off first. */
export async function enrol(deps: TwoFactorDeps, actor: UserActor): Promise<void> {
  const { userId } = actor
  const secret = encryptTotpSecret(deps, userId, await createTotpSecret())
  await deps.transact(async (trx) => {
    await requireLiveSession(trx, actor, deps.clock.now())
    if (await isOn(trx, userId)) throw refuse('conflict')
    await putTotp(trx, { userId, secret, nowMs: deps.clock.now() })
  })
}

/** The secret that waits for its first code, and the address that apps scan. Throws `not-found` where none does. */
export async function pendingSecret(
  deps: TwoFactorDeps,
  userId: string,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { user } = await accountOf(deps.db, userId)
  const totp = user.two_factor_confirmed_at === null ? await findTotp(deps.db, userId) : undefined
  const secret = totp ? decryptTotpSecret(deps, userId, totp.secret) : null
  if (secret === null) throw refuse('not-found')
  const issuer = await deps.settings.get('app.name')
  return { secret, uri: await totpAddress(issuer, user.email, secret) }
}

/** Sessions end with each change, also those of sign-ins under way. Returns the version that a new session has. */
async function endSessions(trx: Trx, userId: string): Promise<number> {
  await deleteSessionsOf(trx, userId, null)
  return raisePasswordVersion(trx, userId)
}

async function putNewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(trx, userId, codes.map(hashOfRecoveryCode))
  return codes
}

interface Changed {
  readonly passwordVersion: number
}
interface NewCodes extends Changed {
  readonly codes: readonly string[]
}

/** Turns on the second factor by a code of the app, and returns the recovery codes. */
export async function confirm(deps: TwoFactorDeps, actor: UserActor, code: string): Promise<NewCodes> {
  const { userId } = actor
  const nowMs = deps.clock.now()
  // Bulk, because each sign-in makes a session.
  return deps.transactBulk(async (trx) => {
    await requireLiveSession(trx, actor, nowMs)
    if ((await isOn(trx, userId)) || !(await findTotp(trx, userId))) throw refuse('conflict')
    if (!(await spendCodeOfApp(deps, trx, userId, code))) {
      throw refuseSecret('validation', { fields: { code: 'field.code.wrong' } })
    }
    await setTwoFactor(trx, userId, { confirmedAt: nowMs, nowMs })
    const codes = await putNewRecoveryCodes(trx, userId)
    await tellOwner(deps, trx, userId, 'on')
    return { codes, passwordVersion: await endSessions(trx, userId) }
  })
}

/** Turns it off by a code. Null where it was not on: a secret that waited for its first code is deleted. */
export async function disable(
  deps: TwoFactorDeps,
  actor: UserActor,
  proof: Partial<SecondFactor>,
): Promise<Changed | null> {
  const { userId } = actor
  const nowMs = deps.clock.now()
  return deps.transactBulk(async (trx) => {
    await requireLiveSession(trx, actor, nowMs)
    if (!(await isOn(trx, userId))) {
      await deleteTotp(trx, userId)
      return null
    }
    await spendSecondFactor(deps, trx, userId, proof)
    await deleteTotp(trx, userId)
    await replaceRecoveryCodes(trx, userId, [])
    await setTwoFactor(trx, userId, { confirmedAt: null, nowMs })
    await tellOwner(deps, trx, userId, 'off')
    return { passwordVersion: await endSessions(trx, userId) }
  })
}

/** Needs a code too: otherwise a password alone would give codes that turn the second factor off. */
export async function renewRecoveryCodes(
  deps: TwoFactorDeps,
  actor: UserActor,
  proof: SecondFactor,
): Promise<NewCodes> {
  const { userId } = actor
  return deps.transactBulk(async (trx) => {
    await requireLiveSession(trx, actor, deps.clock.now())
    if (!(await isOn(trx, userId))) throw refuse('conflict')
    await spendSecondFactor(deps, trx, userId, proof)
    const codes = await putNewRecoveryCodes(trx, userId)
    await tellOwner(deps, trx, userId, 'codes')
    return { codes, passwordVersion: await endSessions(trx, userId) }
  })
}
