import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seedAccounts, seededEmail } from '../../server/src/testing/seed-accounts.ts'
import { admin, startHoldall } from '../src/server.ts'
import { median, ms, type Row } from './row.ts'

/** Each account is used once for each call, because attempts for one account are throttled. */
const ACCOUNTS = 100
/** The fewest that can be seeded. */
const ENTRIES = 20_000
const MAX_RATIO = 1.2
/** Before they are measured: the first ones compile code. */
const WARM_UP_CALLS = 20

const password = 'not this one'
const token = 'x'.repeat(22)
const calls: Readonly<Record<string, (email: string) => readonly [path: string, body: object]>> = {
  'sign-in with a wrong password': (email) => ['/login', { email, password }],
  'a forgotten password': (email) => ['/api/password/recover', { email }],
  'what a made-up link leaves': (email) => ['/api/password/reset/access', { token, email }],
  'a new password by a made-up link': (email) => [
    '/api/password/reset',
    { token, email, password, password_confirmation: password },
  ],
}

/** Time of the calls that anyone can make with the address of an account over that with an unknown address. */
export async function benchEnumeration(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'holdall-enumeration-'))
  try {
    await seedAccounts(
      { dataDir, databaseUrl: null },
      { accounts: ACCOUNTS, entries: ENTRIES, password: admin.password, nameOf: (n) => String(n) },
    )
    const holdall = await startHoldall({ env: { HOLDALL_DATA_DIR: dataDir } })
    try {
      const rows: Row[] = []
      for (const [what, call] of Object.entries(calls)) rows.push(await compare(holdall.url, what, call))
      return rows
    } finally {
      await holdall.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function compare(url: string, what: string, call: (typeof calls)[string]): Promise<Row> {
  const times: { known: number; unknown: number }[] = []
  const unknownTime = () => timeOf(url, call(`${randomUUID()}@holdall.test`))
  for (let n = 0; n < WARM_UP_CALLS; n += 1) await unknownTime()
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const knownTime = () => timeOf(url, call(seededEmail(n)))
    // In turns, so that whatever else the machine does affects both.
    if (n % 2 === 0) times.push({ known: await knownTime(), unknown: await unknownTime() })
    else times.push({ unknown: await unknownTime(), known: await knownTime() })
  }
  const known = median(times.map((time) => time.known))
  const unknown = median(times.map((time) => time.unknown))
  const ratio = known / unknown
  return {
    what: `${what}: an account / an unknown address, medians of ${String(ACCOUNTS)}`,
    measured: `${ms(known)} / ${ms(unknown)}, ${ratio.toFixed(3)} ×`,
    budget: `${(1 / MAX_RATIO).toFixed(2)} to ${String(MAX_RATIO)} ×`,
    kept: ratio <= MAX_RATIO && ratio >= 1 / MAX_RATIO,
  }
}

let callers = 0
async function timeOf(url: string, [to, body]: readonly [string, object]): Promise<number> {
  callers += 1
  const from = performance.now()
  const answer = await fetch(`${url}${to}`, {
    method: 'POST',
    // Calls of one address are throttled.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${String(callers >> 8)}.${String(callers & 255)}`,
    },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${to} answered ${String(answer.status)}.`)
  return performance.now() - from
}
