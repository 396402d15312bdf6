import type { DiskSize } from '../../infrastructure/disk-space.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { hostChecks, runChecks } from './status-checks.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

async function space(size: Pick<DiskSize, 'freeBytes' | 'inodes'>) {
  const readDisk = () => Promise.resolve({ totalBytes: 1e12, ...size })
  const checks = hostChecks({ config: holdall.services.config, readDisk }).filter(([id]) => id === 'space')
  const [check] = await runChecks(checks, textIn(), () => undefined)
  return [check!.state, check!.advice]
}

test('reports too little free space and too few free inodes', async () => {
  const total = 1e7
  expect(await space({ freeBytes: 1e11, inodes: { free: 1e6, total } })).toEqual(['ok', null])
  expect(await space({ freeBytes: 1e11, inodes: null })).toEqual(['ok', null])
  expect(await space({ freeBytes: 1e9, inodes: null })).toEqual([
    'warning',
    'Less than 2 GB are free where files will be stored.',
  ])
  const [state, advice] = await space({ freeBytes: 1e11, inodes: { free: 100_000, total } })
  expect(state).toBe('warning')
  expect(advice).toMatch(/^Free inodes: 100,000\. /)
  expect((await space({ freeBytes: 1e11, inodes: { free: 5000, total } }))[0]).toBe('failed')
  expect((await space({ freeBytes: 1e7, inodes: { free: 1e6, total } }))[0]).toBe('failed')
})
