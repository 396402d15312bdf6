import fc from 'fast-check'
import type { UploadState } from '@holdall/section'
import { done, uploading, uploadItem as item } from '../testing/upload-item.ts'
import { totals } from './progress.ts'

test('sums active and finished uploads, and leaves out all others', () => {
  const items = [
    item('a', uploading),
    item('b', done),
    item('c', { step: 'waiting' }),
    item('d', { step: 'failed', sent: 900_000, reason: '', retry: true }),
    item('e', { step: 'paused', sent: 900_000 }),
    item('f', { step: 'interrupted', sent: 900_000, canContinue: true }),
  ]
  expect(totals(items)).toEqual({
    position: 2,
    count: 3,
    progress: 1_400_000 / 3_000_000,
    secondsLeft: 16,
    active: true,
    isReconnecting: false,
    failed: 1,
  })
})

test('has no totals without uploads', () => {
  expect(totals([])).toEqual({
    position: 0,
    count: 0,
    progress: 0,
    secondsLeft: null,
    active: false,
    isReconnecting: false,
    failed: 0,
  })
})

test('an upload that is being processed counts as sent', () => {
  expect(totals([item('a', { step: 'processing' }), item('b', { step: 'waiting' })]).progress).toBe(0.5)
})

test('without a connection the progress stays, and the time left is unknown', () => {
  const items = [item('a', { step: 'reconnecting', sent: 250_000 })]
  expect(totals(items)).toMatchObject({ progress: 0.25, secondsLeft: null, active: true, isReconnecting: true })
})

test('the time left is in whole seconds, and unknown before a speed is measured', () => {
  const left = (bytesPerSecond: number | null) => totals([item('a', { ...uploading, bytesPerSecond })]).secondsLeft
  expect([left(null), left(250_000), left(7_000_000)]).toEqual([null, 3, 1])
})

test('when all are done, the position is the last one', () => {
  expect(totals([item('a', done), item('b', done)])).toMatchObject({
    position: 2,
    count: 2,
    progress: 1,
    active: false,
  })
})

test('folders alone have no progress, and progress is at most 1', () => {
  expect(totals([item('a', uploading, { size: 0 })]).progress).toBe(0)
  expect(totals([item('a', { ...uploading, sent: 3_000_000 })]).progress).toBe(1)
})

test('the counters match the items, whatever their states', () => {
  const sent = fc.nat({ max: 2_000_000 })
  const states: fc.Arbitrary<UploadState> = fc.oneof(
    fc.constant({ step: 'waiting' as const }),
    fc.constant({ step: 'processing' as const }),
    fc.constant(done),
    fc.record({ step: fc.constantFrom('reconnecting' as const, 'paused' as const), sent }),
    fc.record({ step: fc.constant('uploading' as const), sent, bytesPerSecond: fc.option(fc.nat()) }),
    fc.record({ step: fc.constant('failed' as const), sent, reason: fc.constant(''), retry: fc.boolean() }),
    fc.record({ step: fc.constant('interrupted' as const), sent, canContinue: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.array(states), (list) => {
      const sum = totals(list.map((state, at) => item(String(at), state)))
      const countOf = (...steps: readonly UploadState['step'][]) =>
        list.filter(({ step }) => steps.includes(step)).length
      const active = countOf('waiting', 'uploading', 'processing', 'reconnecting')
      expect(sum.count).toBe(active + countOf('done'))
      expect(sum.count + sum.failed + countOf('paused', 'interrupted')).toBe(list.length)
      expect(sum.active).toBe(active > 0)
      expect(sum.isReconnecting).toBe(countOf('reconnecting') > 0)
      expect(sum.position).toBe(active > 0 ? countOf('done') + 1 : countOf('done'))
      expect(sum.progress).toBeGreaterThanOrEqual(0)
      expect(sum.progress).toBeLessThanOrEqual(1)
    }),
  )
})
