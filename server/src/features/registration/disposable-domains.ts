import { domainToASCII } from 'node:url'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

let domains: Promise<ReadonlySet<string>> | undefined

/** Read with the first address that is checked: the start is not delayed by it, and many processes never need it. */
const load = async () => (await import('disposable-email-domains-js')).default.disposableEmailBlocklistSet()

/** Names below a listed domain have the same mail server. */
async function isDisposable(email: string): Promise<boolean> {
  const listed = await (domains ??= load())
  const domain = email.slice(email.lastIndexOf('@') + 1)
  // The list has international names in their ASCII form. Empty: there is none.
  const labels = (domainToASCII(domain) || domain).split('.')
  // An address has at most 255 characters.
  return labels.some((_, index) => listed.has(labels.slice(index).join('.')))
}

/** Throws `disposable-address` for an address, in lower case, of a service for throw-away mailboxes, unless they are allowed. */
export async function refuseDisposable({ settings }: Pick<Infrastructure, 'settings'>, email: string): Promise<void> {
  if (await settings.get('registration.disposable_allowed')) return
  if (await isDisposable(email)) throw refuse('disposable-address')
}
