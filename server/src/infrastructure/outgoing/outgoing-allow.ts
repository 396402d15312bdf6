import ipaddr from 'ipaddr.js'

/** Where an outgoing request would connect to. */
export interface Destination {
  /** As in the address: a name in lower case, or an IP address without brackets. */
  readonly hostname: string
  readonly port: number
  /** What the name resolved to. */
  readonly address: string
}

type Rule = (destination: Destination) => boolean

/** What an operator allows besides public addresses: a host with its port, whatever it resolves to, or a network. */
export type OutgoingAllow = readonly Rule[]

/** Parses `host:port`, `[IPv6]:port` and networks like `10.0.0.0/8`, separated by commas; null where one is none of them. */
export function parseOutgoingAllow(text: string): OutgoingAllow | null {
  const rules = text.split(',').map((part) => parseRule(part.trim().toLowerCase()))
  return rules.every((rule) => rule !== null) ? rules : null
}

function parseRule(text: string): Rule | null {
  if (ipaddr.isValidCIDR(text)) {
    const [network, prefix] = ipaddr.parseCIDR(text)
    return ({ address }) => {
      const parsed = ipaddr.process(address)
      return parsed.kind() === network.kind() && parsed.match(network, prefix)
    }
  }
  const [, host, digits] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (host === undefined || port < 1 || port > 65_535 || !URL.canParse(`http://${host}`)) return null
  // Spelled as the addresses of requests are.
  const { hostname } = new URL(`http://${host}`)
  return (destination) => destination.hostname === plainHost(hostname) && destination.port === port
}

/** Without the brackets of an IPv6 address and without the dot at the end of a full name. */
export const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')
