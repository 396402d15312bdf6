import type { Destination, OutgoingAllow } from './outgoing-allow.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * Ports from 1024 that browsers do not connect to, because other protocols use them: https://fetch.spec.whatwg.org/#bad-port
 */
const badPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])
const isWebPort = (port: number) => port === 80 || port === 443 || (port >= 1024 && !badPorts.has(port))

/** Whether this server may connect there: to web ports of public addresses, and to what the operator allows besides. */
export const isAllowedDestination = (allow: OutgoingAllow, destination: Destination): boolean =>
  allow.some((rule) => rule(destination)) || (isWebPort(destination.port) && isPublicAddress(destination.address))
