import type { RecoveryAccess } from '@holdall/api'
import { readInBackground, type Trx } from '../../infrastructure/db/transact.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { linksOf } from '../social-sign-in/linked-sign-in.store.ts'
import { providerName } from '../social-sign-in/present-linked-sign-in.ts'
import type { Providers } from '../social-sign-in/providers.ts'
import { findResetAccount } from './password-reset.store.ts'
import {
  endAccessBefore,
  type EndedAccess,
  endSecondFactor,
  EVER,
  keptEditingLinks,
  keptPasskeys,
  keptTokens,
} from './recovery-access.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'mailer'> & { readonly signInProviders: Providers }

interface Account {
  readonly id: string
  readonly verified_at: number | null
  readonly two_factor_confirmed_at: number | null
}

/**
 * What was made before this may be that of another person, who took the address before its owner confirmed it. A mail that
 * was sent confirms it now; without a mail server nobody ever does.
 */
const firstConfirmedAt = ({ mailer }: Pick<Deps, 'mailer'>, { verified_at }: Account): number =>
  verified_at ?? (mailer.delivers ? EVER : 0)

function secondFactorOf({ two_factor_confirmed_at: at }: Account, beforeMs: number): 'off' | 'stays' | 'ends' {
  if (at === null) return 'off'
  return at < beforeMs ? 'ends' : 'stays'
}

/** What stays after a recovery, for the holder of a valid link. Throws `link-expired`. */
export async function showAccess(
  services: Deps,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<RecoveryAccess> {
  const { clock, db, signInProviders } = services
  const nowMs = clock.now()
  const user = await findResetAccount(db, { tokenDigest: digest(token), email, nowMs })
  if (!user) throw refuseSecret('link-expired')
  const sinceMs = firstConfirmedAt(services, user)
  const secondFactor = secondFactorOf(user, sinceMs)
  const made = { userId: user.id, sinceMs, nowMs }
  const links = (await linksOf(db, user.id)).filter((link) => link.created_at >= sinceMs)
  const kept = {
    api_tokens: await keptTokens(db, made),
    passkeys: await keptPasskeys(db, made),
    linked_sign_ins: { names: links.map((link) => providerName(signInProviders, link)), total: links.length },
    editing_links: await readInBackground(() => keptEditingLinks(db, made)),
  }
  return {
    id: user.id,
    type: 'recovery-access',
    attributes: { second_factor: secondFactor, kept: secondFactor === 'stays' ? null : kept },
  }
}

export interface Ended extends EndedAccess {
  readonly isSecondFactor: boolean
}

/**
 * Ends what was made before the address was first confirmed, and with `isAll` everything else that `showAccess` lists.
 * Throws `two-factor-required` for the latter where the second factor stays: the mailbox alone ends nothing then.
 */
export async function endAccess(
  { clock, mailer }: Pick<Deps, 'clock' | 'mailer'>,
  trx: Trx,
  user: Account,
  isAll: boolean,
): Promise<Ended> {
  const beforeMs = firstConfirmedAt({ mailer }, user)
  const secondFactor = secondFactorOf(user, beforeMs)
  if (isAll && secondFactor === 'stays') {
    throw refuse('two-factor-required', { text: 'error.two-factor-required.recovery' })
  }
  const nowMs = clock.now()
  const isSecondFactor = secondFactor === 'ends'
  if (isSecondFactor) await endSecondFactor(trx, user.id, nowMs)
  const ended = await endAccessBefore(trx, user.id, { beforeMs: isAll ? EVER : beforeMs, nowMs })
  return { ...ended, isSecondFactor }
}

export const isAnyEnded = ({ isSecondFactor, ...counts }: Ended): boolean =>
  isSecondFactor || Object.values(counts).some((count) => count > 0)
