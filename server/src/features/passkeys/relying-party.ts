import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../infrastructure/config/config.ts'

/** The site that passkeys are bound to (WebAuthn). */
export interface RelyingParty {
  /** A host name. A passkey of one id is of no use for another. */
  readonly id: string
  /** Of the pages that use them. */
  readonly origin: string
}

const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/**
 * Null where passkeys are not available: browsers have them on https and on localhost only, and never for an IP address.
 * Without a public address the one of the request counts on localhost only, because a proxy may pass on any `Host`.
 */
export function relyingPartyOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
): RelyingParty | null {
  const address = publicUrl ?? `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) return null
  const { hostname, origin, protocol } = new URL(address)
  if (ipaddr.isValid(hostname) || hostname.startsWith('[')) return null
  const isOffered = isLocal(hostname) || (publicUrl !== null && protocol === 'https:')
  return isOffered ? { id: hostname, origin } : null
}
