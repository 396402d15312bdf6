import type { ThrottleName } from '@holdall/api'
import ipaddr from 'ipaddr.js'
import { type Clock, day } from '../clock.ts'
import type { Db, Transact, Trx } from '../db/transact.ts'
import { refuse } from '../errors/refusal.ts'
import { digest } from '../ids.ts'
import { deleteOldThrottles, deleteThrottle, findThrottle, setThrottle } from './throttle.store.ts'
import { longestForAccounts, type Policy, policies } from './policies.ts'

export interface Subject {
  readonly kind: 'address' | 'account'
  readonly value: string
}

export type Outcome = 'right' | 'wrong' | 'neither'

export interface Throttle {
  /**
   * Throws `throttled` while one of the subjects has to wait. Counts `by`, where calls or attempts are counted; in the
   * transaction `trx` together with what it does: what is rolled back is not counted.
   */
  begin(bucket: ThrottleName, subjects: readonly Subject[], by?: number, trx?: Trx): Promise<void>
  /** Counts a failure that is only reported. True for the one that reaches the limit, and then not again until the delay is over. */
  reachesLimit(bucket: ThrottleName, subject: Subject, trx: Trx): Promise<boolean>
  /** Counts a call that is not refused, but has a further effect only while its subject has not to wait. Returns whether that is so. */
  admits(bucket: ThrottleName, subject: Subject, trx: Trx): Promise<boolean>
  /** Counts what is only known afterwards. */
  count(bucket: ThrottleName, subject: Subject, by: number): Promise<void>
  settle(bucket: ThrottleName, subjects: readonly Subject[], outcome: Outcome): Promise<void>
  sweep(): Promise<void>
}

/** One caller, however the address is written: an IPv4 address mapped into IPv6 counts as IPv4, an IPv6 /64 as one. */
export function addressSubject(address: string): Subject {
  if (!ipaddr.isValid(address)) return { kind: 'address', value: address }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return { kind: 'address', value: parsed.toString() }
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return { kind: 'address', value: `${network.join(':')}::/64` }
}

/** The key in the table: a hash, so that no address or account can be read from it. */
export const keyOf = ({ kind, value }: Subject) => digest(`${kind}:${value}`)

function waitAfter(policy: Policy, kind: Subject['kind'], failures: number): number {
  if (failures < policy.free) return 0
  const longest = kind === 'account' ? (policy.longestForAccount ?? longestForAccounts) : policy.longest
  return Math.min(policy.delay * 2 ** Math.min(failures - policy.free, 30), longest)
}

export function createThrottle({
  db,
  transact,
  transactBulk,
  clock,
}: {
  readonly db: Db
  readonly transact: Transact
  readonly transactBulk: Transact
  readonly clock: Clock
}): Throttle {
  async function longestWait(on: Db, bucket: ThrottleName, subjects: readonly Subject[]): Promise<number> {
    let longest = 0
    for (const subject of subjects) {
      const row = await findThrottle(on, bucket, keyOf(subject))
      longest = Math.max(longest, (row?.blocked_until ?? 0) - clock.now())
    }
    return longest
  }

  async function count(trx: Trx, bucket: ThrottleName, subject: Subject, by: number): Promise<void> {
    const policy = policies[bucket]
    const now = clock.now()
    const row = await findThrottle(trx, bucket, keyOf(subject))
    const before = row && now - row.updated_at < policy.resetAfterMs ? row.failures : 0
    const failures = before + by
    if (failures <= 0) return deleteThrottle(trx, bucket, keyOf(subject))
    return setThrottle(trx, {
      bucket,
      subject: keyOf(subject),
      failures,
      blocked_until: by > 0 ? now + waitAfter(policy, subject.kind, failures) : 0,
      updated_at: now,
    })
  }

  async function admits(bucket: ThrottleName, subject: Subject, trx: Trx): Promise<boolean> {
    if ((await longestWait(trx, bucket, [subject])) > 0) return false
    await count(trx, bucket, subject, 1)
    return true
  }

  return {
    async begin(bucket, subjects, by = 1, within) {
      const counted = policies[bucket].counts !== 'failures'
      const countIn = async (trx: Trx) => {
        const longest = await longestWait(trx, bucket, subjects)
        if (longest <= 0) for (const subject of subjects) await count(trx, bucket, subject, by)
        return longest
      }
      const wait = counted
        ? await (within ? countIn(within) : transact(countIn))
        : await longestWait(within ?? db, bucket, subjects)
      if (wait > 0) throw refuse('throttled', { retryAfter: Math.ceil(wait / 1000) })
    },

    reachesLimit: async (bucket, subject, trx) =>
      (await admits(bucket, subject, trx)) && (await longestWait(trx, bucket, [subject])) > 0,

    admits,

    count: (bucket, subject, by) => transact((trx) => count(trx, bucket, subject, by)),

    async settle(bucket, subjects, outcome) {
      const { counts } = policies[bucket]
      const missed = counts === 'failures' && outcome === 'wrong'
      const given = counts === 'attempts' && outcome !== 'wrong'
      if (!missed && !given) return
      await transact(async (trx) => {
        for (const subject of subjects) {
          // A right attempt clears its account; the address keeps its failures with other accounts.
          if (outcome === 'right' && subject.kind === 'account') await deleteThrottle(trx, bucket, keyOf(subject))
          else await count(trx, bucket, subject, missed ? 1 : -1)
        }
      })
    },

    async sweep() {
      const now = clock.now()
      await transactBulk((trx) => deleteOldThrottles(trx, { updatedBefore: now - day, now }))
    },
  }
}
