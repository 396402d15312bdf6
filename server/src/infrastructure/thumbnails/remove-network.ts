import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

function refused(): never {
  throw new Error('This process has no network.')
}

/** For good: the functions before are reachable from nowhere. */
function remove(owner: object, names: readonly string[]): void {
  for (const name of names) {
    if (!(name in owner)) continue
    Object.defineProperty(owner, name, { value: refused, writable: false, configurable: false, enumerable: true })
  }
}

const functionsOf = (module: object) =>
  Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))

/**
 * Takes the network from the JavaScript of this process, for which Node 24 has no permission. HTTP, TLS and `fetch` connect
 * by `net.Socket`. Native code is not limited by it.
 */
export function removeNetwork(): void {
  remove(net.Socket.prototype, ['connect'])
  remove(net.Server.prototype, ['listen'])
  remove(net, ['_createServerHandle'])
  remove(dgram, functionsOf(dgram))
  remove(dns, functionsOf(dns))
  remove(dns.promises, functionsOf(dns.promises))
  remove(globalThis, ['fetch', 'WebSocket', 'EventSource'])
  // The handles below these modules.
  remove(process, ['binding', '_linkedBinding'])
  syncBuiltinESMExports()
}
