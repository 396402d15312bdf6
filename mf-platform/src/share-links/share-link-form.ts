import { DownloadLimit, type Share, type SharePermission, expirationHours } from '@holdall/api'
import { fromInputValue, toInputValue } from './zoned-time.ts'

export type Hours = (typeof expirationHours)[number]

/** Name, permission, password and expiry of a link, as the popup edits them. */
export interface LinkOptions {
  /** For the owner; may be empty. */
  readonly name: string
  readonly permission: SharePermission
  /** False: visitors see names and thumbnails only. */
  readonly canDownload: boolean
  readonly locked: boolean
  /** Empty: the password is not changed. */
  readonly password: string
  /** After so many hours, at `date`, or with null never. */
  readonly ends: Hours | 'date' | null
  /** Value of an input for date and time, in the time zone of the user; where `ends` is `date`. */
  readonly date: string
  /** Whether it ends after `downloads` downloads. */
  readonly isLimited: boolean
  /** As typed. */
  readonly downloads: string
}

export function initialOptions(share: Share | null, timeZone: string | undefined): LinkOptions {
  const hours = expirationHours.find((choice) => choice === share?.attributes.expire_in) ?? null
  const expiresAt = share?.attributes.expires_at ?? null
  const limit = share?.attributes.download_limit ?? null
  const isDate = hours === null && expiresAt !== null
  return {
    name: share?.attributes.name ?? '',
    permission: share?.attributes.permission ?? 'visitor',
    canDownload: share?.attributes.can_download ?? true,
    locked: share?.attributes.protected ?? false,
    password: '',
    ends: isDate ? 'date' : hours,
    date: isDate ? toInputValue(Date.parse(expiresAt), timeZone) : '',
    isLimited: limit !== null,
    downloads: limit === null ? '' : String(limit),
  }
}

export const isChanged = (before: LinkOptions, now: LinkOptions): boolean =>
  before.name.trim() !== now.name.trim() ||
  before.permission !== now.permission ||
  before.canDownload !== now.canDownload ||
  before.locked !== now.locked ||
  (now.locked && now.password !== '') ||
  isEndChanged(before, now) ||
  limitOf(before) !== limitOf(now)

/** The number of downloads; null without a limit, NaN where it is none. */
export function limitOf({ isLimited, downloads }: LinkOptions): number | null {
  if (!isLimited) return null
  const limit = DownloadLimit.safeParse(Number(downloads))
  return limit.success && downloads.trim() !== '' ? limit.data : Number.NaN
}

export const isEndChanged = (before: LinkOptions, now: LinkOptions): boolean =>
  before.ends !== now.ends || (now.ends === 'date' && before.date !== now.date)

/** A chosen date has to be in the future; that of a link that stays as it is does not matter. */
export function isEndInvalid(before: LinkOptions, now: LinkOptions, timeZone: string | undefined): boolean {
  if (now.ends !== 'date' || !isEndChanged(before, now)) return false
  const at = fromInputValue(now.date, timeZone)
  return at === null || at <= Date.now()
}

/** A protected link needs a password unless it has one already. */
export const lacksPassword = (before: LinkOptions, now: LinkOptions): boolean =>
  now.locked && now.password === '' && !before.locked
