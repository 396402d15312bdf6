import { type Share, expirationHours } from '@holdall/api'

export type Hours = (typeof expirationHours)[number]

/** How a link can be opened, as the popup edits it. */
export interface LinkOptions {
  readonly locked: boolean
  /** Empty keeps the password. */
  readonly password: string
  /** Null never expires. */
  readonly hours: Hours | null
}

export function initialOptions(share: Share | null): LinkOptions {
  const hours = expirationHours.find((choice) => choice === share?.attributes.expire_in) ?? null
  return { locked: share?.attributes.protected ?? false, password: '', hours }
}

export const isChanged = (before: LinkOptions, now: LinkOptions): boolean =>
  before.locked !== now.locked || (now.locked && now.password !== '') || before.hours !== now.hours

/** A lock needs a password unless there is one already. */
export const lacksPassword = (before: LinkOptions, now: LinkOptions): boolean =>
  now.locked && now.password === '' && !before.locked
