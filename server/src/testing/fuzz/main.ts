#!/usr/bin/env node
import { parseArgs } from 'node:util'
import setup from '../postgres-setup.ts'
import teardown from '../postgres-teardown.ts'
import { fuzz, type FuzzReport, limits } from './fuzz-run.ts'
import { fuzzApp, fuzzRoles } from './fuzz-world.ts'

const usage = 'npm run fuzz -- [--requests N] [--seed S] [--engine sqlite|postgres]'

function readOptions(): { requests: number; seed: number; engines: readonly ('sqlite' | 'postgres')[] } {
  const { values } = parseArgs({
    options: { requests: { type: 'string' }, seed: { type: 'string' }, engine: { type: 'string' } },
  })
  const { requests = '10000', seed = String(Date.now() % 2 ** 31), engine } = values
  if (![requests, seed].every((text) => /^\d{1,9}$/.test(text) || Number(text) < 2 ** 31)) throw new Error(usage)
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres') throw new Error(usage)
  return { requests: Number(requests), seed: Number(seed), engines: engine ? [engine] : ['sqlite', 'postgres'] }
}

function print(engine: string, { role, requests, statuses, most, failures }: FuzzReport): void {
  const counts = Object.entries(statuses)
    .map(([status, count]) => `${status === '0' ? 'closed' : status}: ${count}`)
    .join(', ')
  process.stdout.write(
    `${engine} ${role}: ${requests} requests, at most ${JSON.stringify(most)} for one (limits ${JSON.stringify(limits)}), ` +
      `${failures.length} failures\n  ${counts}\n`,
  )
  for (const failure of failures) process.stdout.write(`${JSON.stringify(failure).slice(0, 4000)}\n`)
}

/** `requests` on each engine, shared by the roles. The exit code is 1 when one of them failed. */
async function main(): Promise<void> {
  const { requests, seed, engines } = readOptions()
  process.stdout.write(`seed ${seed}\n`)
  if (engines.includes('postgres')) await setup()
  try {
    for (const engine of engines) {
      globalThis.HOLDALL_TEST_ENGINE = engine
      for (const [i, role] of fuzzRoles.entries()) {
        const holdall = await fuzzApp()
        const report = await fuzz(holdall, { role, count: Math.ceil(requests / fuzzRoles.length), seed: seed + i })
        print(engine, report)
        if (report.failures.length > 0) process.exitCode = 1
        await holdall.close()
      }
    }
  } finally {
    if (engines.includes('postgres')) await teardown()
  }
}

await main()
