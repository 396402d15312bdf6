import fc from 'fast-check'
import type { UploadState } from '@holdall/section'
import { done, uploading, uploadItem as item } from '../testing/upload-item.ts'
import { totals } from './progress.ts'

test('sums up what is on its way and what is done, and leaves out what is not going on', () => {
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
    share: 1_400_000 / 3_000_000,
    secondsLeft: 16,
    active: true,
    isReconnecting: false,
    failed: 1,
  })
})

test('of no uploads everything is none', () => {
  expect(totals([])).toEqual({
    position: 0,
    count: 0,
    share: 0,
    secondsLeft: null,
    active: false,
    isReconnecting: false,
    failed: 0,
  })
})

test('what is being processed has left as a whole', () => {
  expect(totals([item('a', { step: 'processing' }), item('b', { step: 'waiting' })]).share).toBe(0.5)
})

test('without a connection the share stays, and the time that is left is not known', () => {
  const items = [item('a', { step: 'reconnecting', sent: 250_000 })]
  expect(totals(items)).toMatchObject({ share: 0.25, secondsLeft: null, active: true, isReconnecting: true })
})

test('the time that is left is whole seconds, and not known before there is a speed', () => {
  const left = (bytesPerSecond: number | null) => totals([item('a', { ...uploading, bytesPerSecond })]).secondsLeft
  expect([left(null), left(250_000), left(7_000_000)]).toEqual([null, 3, 1])
})

test('when all are done, the last is where it is', () => {
  expect(totals([item('a', done), item('b', done)])).toMatchObject({ position: 2, count: 2, share: 1, active: false })
})

test('folders alone have no share, and no share is more than the whole', () => {
  expect(totals([item('a', uploading, { size: 0 })]).share).toBe(0)
  expect(totals([item('a', { ...uploading, sent: 3_000_000 })]).share).toBe(1)
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
      expect(sum.share).toBeGreaterThanOrEqual(0)
      expect(sum.share).toBeLessThanOrEqual(1)
    }),
  )
})
