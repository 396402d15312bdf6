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
