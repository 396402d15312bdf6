import {
  createShare,
  emailShare,
  linksOfEntry,
  MAX_UNLINKED_PER_CALL,
  revokeAllShares,
  revokeShares,
  type Share,
  shareLog,
  shareQrCode,
  updateShare,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import { isExpired, useRefetchOnFocus } from '@holdall/file-browser'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { splitIntoCalls } from '../entries/batched-calls.ts'
import { linksKey } from '../entries/cached-entries.ts'
import { useBatchedRefetch } from '../entries/use-batched-refetch.ts'
import { initialOptions, isChanged, isEndChanged, limitOf, type LinkOptions } from './share-link-form.ts'
import { fromInputValue } from './zoned-time.ts'

/** The links of an entry. */
export interface EntryLinks {
  /** The oldest first. */
  readonly list: readonly Share[]
  /** Whether the user may make further ones, and change those that are not read-only. */
  readonly canCreate: boolean
}

/** All links of an entry; fetched where they are shown. */
export const useLinksOf = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: [linksKey, id],
    queryFn: async ({ signal }): Promise<EntryLinks> => {
      const { data, meta } = await api.call(linksOfEntry, { params: { id } }, { signal })
      return { list: data, canCreate: meta.can_create }
    },
    enabled,
  })

const LOG_PER_PAGE = 10
const logKey = ['share-log'] as const
const logChanges = ['shares.changed'] as const

/** What visitors of a link did, the newest first. No event tells of a visit: it is fetched again when the user returns to the page. */
export function useLogOf(token: string) {
  useBatchedRefetch(logChanges, logKey)
  useRefetchOnFocus(logKey)
  return useInfiniteQuery({
    queryKey: [...logKey, token],
    queryFn: ({ pageParam: page, signal }) =>
      api.call(shareLog, { params: { token }, query: { page, per_page: LOG_PER_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    staleTime: 0,
  })
}

/** `emails` get the link by mail. */
export async function createLink(
  id: string,
  options: LinkOptions,
  emails: readonly string[],
  timeZone: string | undefined,
): Promise<Share> {
  const { data } = await api.call(createShare, {
    body: {
      id,
      ...(options.name.trim() !== '' && { name: options.name.trim() }),
      ...(options.permission === 'editor' && { permission: options.permission }),
      ...(!options.canDownload && { can_download: false }),
      isPassword: options.locked,
      password: options.locked ? options.password : null,
      ...endOf(options, timeZone),
      ...(options.isLimited && { download_limit: limitOf(options) }),
      ...(emails.length > 0 && { emails: [...emails] }),
    },
  })
  return data
}

const endOf = ({ ends, date }: LinkOptions, timeZone: string | undefined) =>
  ends === 'date' ? { expires_at: new Date(fromInputValue(date, timeZone) ?? 0).toISOString() } : { expiration: ends }

/** Sends only what changed: saving a password locks out visitors who had unlocked the link. */
export async function saveLink(
  token: string,
  before: Share | null,
  options: LinkOptions,
  timeZone: string | undefined,
): Promise<Share> {
  const was = initialOptions(before, timeZone)
  const { name, isLimited, downloads } = was
  // Neither renews a link that has expired.
  const isOnlyRenamed = isChanged(was, options) && !isChanged(was, { ...options, name, isLimited, downloads })
  // Sending the same duration again renews a link that has expired. A date that has passed stays.
  const isRenewed = before !== null && isExpired(before) && !isOnlyRenamed && options.ends !== 'date'
  const { data } = await api.call(updateShare, {
    params: { token },
    body: {
      ...(options.name !== was.name && { name: options.name.trim() || null }),
      ...(options.permission !== was.permission && { permission: options.permission }),
      ...(options.canDownload !== was.canDownload && { can_download: options.canDownload }),
      ...(options.locked !== was.locked && { protected: options.locked }),
      ...(options.locked && options.password !== '' && { password: options.password }),
      ...(limitOf(options) !== limitOf(was) && { download_limit: limitOf(options) }),
      ...((isEndChanged(was, options) || isRenewed) && endOf(options, timeZone)),
    },
  })
  return data
}

export async function revokeLink(token: string): Promise<void> {
  await api.call(revokeShares, { body: { tokens: [token] } })
}

/** The QR code of a link, as an SVG document. `origin` is that of this page, where the server knows no public address. */
export async function qrCodeOf(token: string, origin: string | null): Promise<string> {
  const { data } = await api.call(shareQrCode, { params: { token }, query: origin === null ? {} : { origin } })
  return data.attributes.svg
}

/** Sends a link by mail. Returns to how many addresses. */
export async function emailLink(token: string, emails: readonly string[]): Promise<number> {
  const { count } = await api.call(emailShare, { params: { token }, body: { emails: [...emails] } })
  return count
}

/** Revokes all links of entries in one call after the other; stops at the first that fails. `revoked` counts those until then. */
export async function revokeLinksOf(
  ids: readonly string[],
): Promise<{ readonly revoked: number; readonly failure: { readonly error: unknown } | null }> {
  let revoked = 0
  for (const some of splitIntoCalls(ids, MAX_UNLINKED_PER_CALL)) {
    try {
      revoked += (await api.call(revokeAllShares, { body: { ids: some } })).count
    } catch (error) {
      return { revoked, failure: { error } }
    }
  }
  return { revoked, failure: null }
}

/** The address of a link. The server's may be a path, which is completed with `host` or the origin of this page. */
export const absoluteLink = (link: string, host: string): string => new URL(link, host || location.origin).href
