import type { Endpoint } from '@holdall/api'
import { refuse } from '../infrastructure/errors/refusal.ts'
import type { Actor } from './actor.ts'

/** Of the account that everybody may open where the operator allows it. Always the same, so that no lookup is needed. */
export const DEMO_USER_ID = '00000000-0000-7000-8000-00000000de30'

export const isDemo = (actor: Actor): boolean => actor.kind === 'user' && actor.userId === DEMO_USER_ID

/** Calls that change nothing, although they are no GET. */
const reading: ReadonlySet<string> = new Set(['files.taken', 'zip.prepare', 'realtime.authorise'])
/** Reads that would tell visitors of the demo about each other. */
const personal: ReadonlySet<string> = new Set(['user.sessions'])

/**
 * Whether the demo account may make a call: everything that reads. What anybody may call, and what is called by a link, it
 * does not call as itself.
 */
export function canDemo({ id, method, access: { by }, confirmed }: Omit<Endpoint, 'errors'>): boolean {
  if (by !== 'user' && by !== 'admin') return true
  return (method === 'GET' || reading.has(id)) && !confirmed && !personal.has(id)
}

/** Throws where the caller is the demo account, and may not make this call or is not offered. */
export function refuseDemo(isOffered: boolean, endpoint: Endpoint, caller: Actor): void {
  if (!isDemo(caller)) return
  const { by } = endpoint.access
  if (!isOffered && (by === 'user' || by === 'admin' || by === 'signed-address')) throw refuse('unauthenticated')
  if (!canDemo(endpoint)) throw refuse('demo-read-only')
}
