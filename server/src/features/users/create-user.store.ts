import type { Role } from '@holdall/api'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { insertRoot } from '../entries/root.store.ts'

export interface NewUser {
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  readonly verified: boolean
  /** Whether its user signs in before the address is confirmed. Default: false. */
  readonly isUsableUnconfirmed?: boolean
  /** The language that was chosen in the browser of the sign-up. */
  readonly locale?: string | null
}

const colors = ['#9d66fe', '#fe66a1', '#fe6057', '#fe9f43', '#00bc7e', '#0abb87', '#41b6e6', '#5c6bc0']

/** The background of the initials of somebody without a picture, by a random id. */
export const colorOf = (id: string): string => colors[parseInt(id.slice(-2), 16) % colors.length]!

/** Creates a user with settings and a home space. Throws `DbError` `unique` when the address is taken. */
export async function createUser(
  { ids, clock }: Pick<Infrastructure, 'ids' | 'clock'>,
  trx: Trx,
  user: NewUser,
): Promise<string> {
  const now = clock.now()
  const id = ids.next()
  const spaceId = ids.next()
  const rootId = ids.next()
  recordUser(trx, id)
  recordNoActivity(trx)
  await trx
    .insertInto('users')
    .values({
      id,
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      role: user.role,
      color: colorOf(id),
      verified_at: user.verified ? now : null,
      usable_unconfirmed: user.isUsableUnconfirmed ? 1 : 0,
      two_factor_confirmed_at: null,
      quota_bytes: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute()
  await trx
    .insertInto('user_settings')
    .values({ user_id: id, ...nameParts(user.name), theme_mode: null, emoji_type: null, locale: user.locale ?? null })
    .execute()
  const space = { id: spaceId, kind: 'home' as const, owner_id: id, root_id: rootId }
  await trx.insertInto('spaces').values(space).execute()
  await insertRoot(trx, { space, name: '', now })
  return id
}

/** Replaces name, password and language by those of a later sign-up with the same, unconfirmed address. */
export async function replaceSignUp(
  { clock }: Pick<Infrastructure, 'clock'>,
  trx: Trx,
  id: string,
  user: NewUser,
): Promise<void> {
  recordUser(trx, id)
  await trx
    .updateTable('users')
    .set({ name: user.name, password_hash: user.passwordHash, updated_at: clock.now() })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('user_settings')
    .set({ ...nameParts(user.name), locale: user.locale ?? null })
    .where('user_id', '=', id)
    .execute()
}

function nameParts(name: string): { readonly first_name: string; readonly last_name: string } {
  const [first = '', ...rest] = name.split(/\s+/)
  return { first_name: first, last_name: rest.join(' ') }
}
