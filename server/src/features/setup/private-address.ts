import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { type OutgoingAllow, parseOutgoingAllow, plainHost } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { isPublicAddress } from '../../infrastructure/outgoing/public-address.ts'

export interface PrivateRule {
  /** What the operator allows already. */
  readonly allow: OutgoingAllow
  /** Whether the operator confirmed that the server is in the own network. */
  readonly isConfirmed: boolean
  /** Of the form, for the confirmation. */
  readonly field: string
}

export interface Admitted {
  /** The checked addresses. Connections are made only to these. */
  readonly addresses: readonly string[]
  /** Whether it is allowed by the confirmation only. */
  readonly isPrivate: boolean
}

/** Refuses a server at an address that is not public, until the operator confirms it. Resolves the name, once. */
export async function refusePrivate(
  host: string,
  port: number,
  { allow, isConfirmed, field }: PrivateRule,
): Promise<Admitted> {
  const hostname = plainHost(host)
  // A name that leads nowhere is reported by the connection itself.
  const found = isIP(hostname) ? [hostname] : await addressesOf(hostname)
  const isAllowed = (address: string) =>
    isPublicAddress(address) || allow.some((rule) => rule({ hostname: hostname.toLowerCase(), port, address }))
  const isPrivate = !found.every(isAllowed)
  if (!isPrivate || isConfirmed) return { addresses: found, isPrivate }
  throw refuse('private-address', { errors: { [field]: ['Confirm that this server is in your own network.'] } })
}

const addressesOf = async (hostname: string) =>
  (await lookup(hostname, { all: true }).catch(() => [])).map(({ address }) => address)

/** How `HOLDALL_OUTGOING_ALLOW` writes a server. */
export const allowanceOf = (host: string, port: number): string => {
  const hostname = plainHost(host).toLowerCase()
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}

export const allowing = (allow: OutgoingAllow, allowance: string): OutgoingAllow => [
  ...allow,
  ...(parseOutgoingAllow(allowance) ?? []),
]
