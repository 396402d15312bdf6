import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { ThrottleName } from '@holdall/api'
import { type Clock, day } from '../clock.ts'
import type { Transact, Trx } from '../db/transact.ts'
import { refuse } from '../http/refusal.ts'
import { longestForAccounts, type Policy, policies } from './policies.ts'

export interface Subject {
  readonly kind: 'address' | 'account'
  readonly value: string
}

export type Outcome = 'right' | 'wrong' | 'neither'

export interface Throttle {
  /** Throws `throttled` while one of the subjects has to wait. */
  begin(bucket: ThrottleName, subjects: readonly Subject[]): Promise<void>
  settle(bucket: ThrottleName, subjects: readonly Subject[], outcome: Outcome): Promise<void>
  sweep(): Promise<void>
}

/** A household of IPv6 addresses is one caller. */
export function addressSubject(address: string): Subject {
  const plain = address.replace(/^::ffff:/, '')
  if (!isIPv6(plain)) return { kind: 'address', value: plain }
  const [head = '', tail] = plain.split('::', 2)
  const start = head.split(':').filter(Boolean)
  const end = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const groups =
    tail === undefined ? start : [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
  return { kind: 'address', value: `${groups.slice(0, 4).join(':')}::/64` }
}

const keyOf = ({ kind, value }: Subject) => createHash('sha256').update(`${kind}:${value}`).digest('hex')

function waitAfter(policy: Policy, kind: Subject['kind'], failures: number): number {
  if (failures < policy.free) return 0
  const longest = kind === 'account' ? Math.min(policy.longest, longestForAccounts) : policy.longest
  return Math.min(policy.delay * 2 ** Math.min(failures - policy.free, 30), longest)
}

export function createThrottle(transact: Transact, clock: Clock): Throttle {
  const read = (trx: Trx, bucket: ThrottleName, subject: string) =>
    trx
      .selectFrom('throttles')
      .selectAll()
      .where('bucket', '=', bucket)
      .where('subject', '=', subject)
      .executeTakeFirst()

  async function count(trx: Trx, bucket: ThrottleName, subject: Subject, by: 1 | -1): Promise<void> {
    const policy = policies[bucket]
    const now = clock.now()
    const row = await read(trx, bucket, keyOf(subject))
    const before = row && now - row.updated_at < policy.forget ? row.failures : 0
    const failures = Math.max(0, before + by)
    const values = {
      failures,
      blocked_until: by === 1 ? now + waitAfter(policy, subject.kind, failures) : 0,
      updated_at: now,
    }
    await trx
      .insertInto('throttles')
      .values({ bucket, subject: keyOf(subject), ...values })
      .onConflict((c) => c.columns(['bucket', 'subject']).doUpdateSet(values))
      .execute()
  }

  const countAll = (bucket: ThrottleName, subjects: readonly Subject[], by: 1 | -1) =>
    transact(async (trx) => {
      for (const subject of subjects) await count(trx, bucket, subject, by)
    })

  return {
    async begin(bucket, subjects) {
      const wait = await transact(async (trx) => {
        let longest = 0
        for (const subject of subjects) {
          const row = await read(trx, bucket, keyOf(subject))
          longest = Math.max(longest, (row?.blocked_until ?? 0) - clock.now())
        }
        if (longest <= 0 && policies[bucket].counts !== 'failures') {
          for (const subject of subjects) await count(trx, bucket, subject, 1)
        }
        return longest
      })
      if (wait > 0) throw refuse('throttled', { retryAfter: Math.ceil(wait / 1000) })
    },

    async settle(bucket, subjects, outcome) {
      const { counts } = policies[bucket]
      if (counts === 'failures' && outcome === 'wrong') return countAll(bucket, subjects, 1)
      if (counts !== 'attempts' || outcome === 'wrong') return
      await countAll(bucket, subjects, -1)
      if (outcome !== 'right') return
      // Being right clears the account that it was right for; the address keeps its failures with other accounts.
      for (const subject of subjects.filter(({ kind }) => kind === 'account')) {
        await transact((trx) =>
          trx.deleteFrom('throttles').where('bucket', '=', bucket).where('subject', '=', keyOf(subject)).execute(),
        )
      }
    },

    async sweep() {
      await transact((trx) =>
        trx
          .deleteFrom('throttles')
          .where('updated_at', '<', clock.now() - day)
          .where('blocked_until', '<', clock.now())
          .execute(),
      )
    },
  }
}
