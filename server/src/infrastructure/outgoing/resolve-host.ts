import { Resolver } from 'node:dns/promises'
import { second } from '../clock.ts'

/** The addresses of a name, IPv4 and IPv6. Rejects where it has none, and once the signal is aborted. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

/** Asks the name servers of the system; these follow aliases (CNAME). The file `hosts` is not read. */
export const resolveHost: ResolveHost = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 3 * second, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
