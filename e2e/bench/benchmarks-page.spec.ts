import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { writeResults } from './benchmarks-page.ts'

let folder: string
let file: string
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-benchmarks-'))
  file = path.join(folder, 'benchmarks.md')
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

const row = (measured: string) => ({ what: 'time | size', measured, budget: '≤ 2', kept: measured < '2' })
const run = { command: 'npm run bench listing', date: '2026-01-02', commit: 'abc1234', machine: '2 cores' }

test('writes a section for each bench, with the machine and the command', async () => {
  await writeResults(file, 'listing', [row('1.5 ms'), row('3 ms')], run)
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^# Benchmarks\n/)
  expect(text).toContain('\n## listing\n\n`npm run bench listing` · 2026-01-02 · commit abc1234 · 2 cores\n\n')
  expect(text).toContain('| time \\| size | 1.5 ms | ≤ 2 | kept |\n| time \\| size | 3 ms | ≤ 2 | MISSED |\n')
})

test('rewrites the section of the bench that ran, and no other', async () => {
  for (const bench of ['list', 'listing', 'page']) await writeResults(file, bench, [row(`1.${bench}`)], run)
  const before = await readFile(file, 'utf8')
  await writeResults(file, 'listing', [row('1.9 ms')], { ...run, commit: 'def5678' })
  const after = await readFile(file, 'utf8')
  const sectionsOf = (page: string) => page.split(/^(?=## )/m)
  expect(sectionsOf(after)).toEqual(
    sectionsOf(before).map((section) =>
      section.startsWith('## listing\n')
        ? section.replace('1.listing', '1.9 ms').replace('abc1234', 'def5678')
        : section,
    ),
  )
  await writeResults(file, 'listing', [row('1.listing')], run)
  expect(await readFile(file, 'utf8')).toBe(before)
})
