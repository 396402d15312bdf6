import { createShare, revokeShares, type Share, updateShare } from '@holdall/api'
import { api } from '@holdall/api-client'
import { isExpired } from '@holdall/file-browser'
import { splitIntoCalls } from '../entries/batched-calls.ts'
import { initialOptions, type LinkOptions } from './share-link-options.ts'

export async function createLink(id: string, options: LinkOptions): Promise<Share> {
  const { data } = await api.call(createShare, {
    body: {
      id,
      isPassword: options.locked,
      password: options.locked ? options.password : null,
      expiration: options.hours,
    },
  })
  return data
}

/** Sends only what changed: saving a password locks out visitors who had unlocked the link. */
export async function saveLink(token: string, before: Share | null, options: LinkOptions): Promise<Share> {
  const was = initialOptions(before)
  const { data } = await api.call(updateShare, {
    params: { token },
    body: {
      ...(options.locked !== was.locked && { protected: options.locked }),
      ...(options.locked && options.password !== '' && { password: options.password }),
      // Sending the same duration again renews a link that has expired.
      ...((options.hours !== was.hours || (before && isExpired(before))) && { expiration: options.hours }),
    },
  })
  return data
}

export async function revokeLink(token: string): Promise<void> {
  await api.call(revokeShares, { body: { tokens: [token] } })
}

/** The API revokes this many links in one call. */
const LINKS_PER_CALL = 500

/** Revokes links in one call after the other; stops at the first that fails. `revoked` counts those until then. */
export async function revokeLinks(
  tokens: readonly string[],
): Promise<{ readonly revoked: number; readonly failure: { readonly error: unknown } | null }> {
  let revoked = 0
  for (const some of splitIntoCalls(tokens, LINKS_PER_CALL)) {
    try {
      await api.call(revokeShares, { body: { tokens: some } })
      revoked += some.length
    } catch (error) {
      return { revoked, failure: { error } }
    }
  }
  return { revoked, failure: null }
}

/** The address of a link. The server's may be a path, which is completed with `host` or the origin of this page. */
export const absoluteLink = (link: string, host: string): string => new URL(link, host || location.origin).href
