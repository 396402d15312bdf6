import { isIP, type LookupFunction } from 'node:net'

/** Answers the addresses that were checked, so that a name cannot lead elsewhere when the connection is made. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (hostname, { all }, callback) => {
    const [first] = found
    if (!first) callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), [])
    else if (all) callback(null, found)
    else callback(null, first.address, first.family)
  }
}
