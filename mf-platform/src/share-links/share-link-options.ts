import { type Share, type SharePermission, expirationHours } from '@holdall/api'

export type Hours = (typeof expirationHours)[number]

/** Name, permission, password and expiry of a link, as the popup edits them. */
export interface LinkOptions {
  /** For the owner; may be empty. */
  readonly name: string
  readonly permission: SharePermission
  readonly locked: boolean
  /** Empty: the password is not changed. */
  readonly password: string
  /** Null: the link never expires. */
  readonly hours: Hours | null
}

export function initialOptions(share: Share | null): LinkOptions {
  const hours = expirationHours.find((choice) => choice === share?.attributes.expire_in) ?? null
  return {
    name: share?.attributes.name ?? '',
    permission: share?.attributes.permission ?? 'visitor',
    locked: share?.attributes.protected ?? false,
    password: '',
    hours,
  }
}

export const isChanged = (before: LinkOptions, now: LinkOptions): boolean =>
  before.name.trim() !== now.name.trim() ||
  before.permission !== now.permission ||
  before.locked !== now.locked ||
  (now.locked && now.password !== '') ||
  before.hours !== now.hours

/** A protected link needs a password unless it has one already. */
export const lacksPassword = (before: LinkOptions, now: LinkOptions): boolean =>
  now.locked && now.password === '' && !before.locked
