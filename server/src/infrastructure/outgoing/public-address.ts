import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>

/** The range that addresses of the public IPv6 Internet are assigned from. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Azure's metadata service: an address of a public range that is only reachable from inside. */
const azureMetadata = '168.63.129.16'

/**
 * Whether an address belongs to another machine on the public Internet. Refused are private, loopback, link-local, shared
 * (CGNAT), multicast, documentation and other special ranges, IPv6 forms that contain an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP), and the addresses of this machine, whose firewall would not apply.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || address === azureMetadata || isOwnAddress(parsed)) return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed))
}

/** `…:0:5efe:a.b.c.d`, with or without the bit of a global IPv4 address. */
const isIsatap = ({ parts }: InstanceType<typeof ipaddr.IPv6>) =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)

const isOwnAddress = (address: Address) =>
  Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .some((own) => ipaddr.isValid(own.address) && ipaddr.parse(own.address).toString() === address.toString())
