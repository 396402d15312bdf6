import { lookup as systemLookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedDestination } from '../outgoing/allowed-destination.ts'
import { type OutgoingAllow, plainHost } from '../outgoing/outgoing-allow.ts'
import type { S3Settings } from './s3-settings.ts'
import { StorageError } from './storage-error.ts'

const MAX_IDLE_CONNECTIONS = 16

type Resolve = (hostname: string) => Promise<readonly string[]>

/** The operator chose the name, so it may be in the file `hosts` or in a search domain. */
const resolveBySystem: Resolve = async (hostname) => {
  const found = await systemLookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

/**
 * The agent of all requests to an S3 endpoint. It connects to the host of the endpoint only, to addresses that are checked
 * when they are resolved: public ones, and what `HOLDALL_OUTGOING_ALLOW` lists. It asks no proxy.
 */
export function createS3Agent(
  { endpoint, bucket }: S3Settings,
  allow: OutgoingAllow,
  resolve: Resolve = resolveBySystem,
): http.Agent | https.Agent {
  const url = new URL(endpoint)
  const host = plainHost(url.hostname)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))

  function check(address: string): void {
    // With the bucket in the host name, what is allowed is still the configured endpoint.
    if (isAllowedDestination(allow, { hostname: host, port, address })) return
    throw new StorageError(
      'address',
      `${endpoint} is at an address that is not public. List ${url.host.includes(':') ? url.host : `${url.host}:${port}`} in HOLDALL_OUTGOING_ALLOW to allow it.`,
    )
  }

  async function addressesOf(hostname: string) {
    if (hostname !== host && hostname !== `${bucket}.${host}`) {
      throw new StorageError('address', `A request to ${hostname} was refused: the S3 endpoint is ${endpoint}.`)
    }
    const addresses = await resolve(hostname)
    addresses.forEach(check)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  // A host that is an address is not looked up.
  if (isIP(host)) check(host)
  const lookup: LookupFunction = (hostname, { all }, answer) => {
    addressesOf(hostname).then(
      (found) => (all ? answer(null, found) : answer(null, found[0]!.address, found[0]!.family)),
      (error: NodeJS.ErrnoException) => answer(error, ''),
    )
  }
  const Agent = url.protocol === 'https:' ? https.Agent : http.Agent
  return new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS, lookup })
}
