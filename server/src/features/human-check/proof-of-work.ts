import { randomInt } from 'node:crypto'
import { Challenge, type HumanCheckPurpose } from '@holdall/api'
import * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { markUsed } from './used-challenge.store.ts'

export const CHALLENGE_TTL_MS = 10 * minute

/** Hashes for each counter. */
const COST = 10
/** With 10 hashes each, 150,000 on average: about a second on a phone, and never more than twice as many. */
const COUNTERS = { from: 5000, below: 25_000 }

const Payload = z.object({
  challenge: Challenge.shape.attributes,
  solution: z.object({ counter: z.int(), derivedKey: z.string().check(z.maxLength(64)) }),
})

/** Loaded with the first check. */
async function loadLibrary() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/sha'),
  ])
  return { createChallenge, verifySolution, deriveKey }
}

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'secret'>

const keysOf = ({ secret }: Pick<Deps, 'secret'>) => ({
  hmacSignatureSecret: secret.sign('human-check', 'challenge'),
  hmacKeySignatureSecret: secret.sign('human-check', 'key'),
})

/** The expiry is among the signed data and not that of the library, which compares it with the system's clock. */
export async function issueChallenge(
  deps: Deps,
  purpose: HumanCheckPurpose,
  counters = COUNTERS,
): Promise<z.infer<typeof Challenge>> {
  const { createChallenge, deriveKey } = await loadLibrary()
  const made = await createChallenge({
    ...keysOf(deps),
    algorithm: 'SHA-256',
    cost: COST,
    counter: randomInt(counters.from, counters.below),
    data: { purpose, expires: deps.clock.now() + CHALLENGE_TTL_MS },
    deriveKey,
  })
  return Challenge.parse({ id: 'challenge', type: 'challenge', attributes: made })
}

/** Whether the field has the solution of a challenge for this purpose, which is used by that. */
export async function redeemSolution(deps: Deps, purpose: HumanCheckPurpose, field: string): Promise<boolean> {
  const payload = Payload.safeParse(parsed(field))
  if (!payload.success) return false
  const { challenge, solution } = payload.data
  const { verifySolution, deriveKey } = await loadLibrary()
  const { verified } = await verifySolution({ ...keysOf(deps), challenge, solution, deriveKey })
  const { data } = challenge.parameters
  if (!verified || data.purpose !== purpose || data.expires <= deps.clock.now()) return false
  return markUsed(deps.db, { id: digest(challenge.signature), expires_at: data.expires })
}

function parsed(field: string): unknown {
  try {
    return JSON.parse(Buffer.from(field, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
