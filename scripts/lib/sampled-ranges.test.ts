import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampledRanges } from './sampled-ranges.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-sample-'))
  mkdirSync(join(folder, 'a/testing'), { recursive: true })
  for (const file of ['a/long.ts', 'a/long.test.ts', 'a/testing/fixture.ts'])
    writeFileSync(join(folder, file), 'line\n'.repeat(1199))
})
afterEach(() => rmSync(folder, { recursive: true }))

const sampled = (percent: number, seed: string) => sampledRanges(['a'], { percent, seed }, folder)

test('chooses the share of the lines that is asked for, from product code only', () => {
  expect(sampled(100, '1')).toHaveLength(100)
  expect(sampled(100, '1').slice(0, 2)).toEqual(['a/long.ts:1-12', 'a/long.ts:13-24'])
  expect(sampled(0, '1')).toEqual([])
  expect(sampled(30, '1').length).toBeGreaterThan(20)
  expect(sampled(30, '1').length).toBeLessThan(40)
})

test('chooses the same lines for the same seed, and others for another', () => {
  expect(sampled(30, '1')).toEqual(sampled(30, '1'))
  expect(sampled(30, '1')).not.toEqual(sampled(30, '2'))
})
