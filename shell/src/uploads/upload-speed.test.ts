import { createSpeedMeter } from './upload-speed.ts'

/** The speeds that are shown when so many bytes have left after so many seconds. */
function speeds(...notes: readonly (readonly [seconds: number, bytes: number])[]) {
  let nowMs = 0
  const speed = createSpeedMeter(() => nowMs)
  return notes.map(([seconds, bytes]) => {
    nowMs = seconds * 1000
    return speed.measure(bytes)
  })
}

test('has no speed before there is a quarter of a second to measure', () => {
  expect(speeds([10, 0], [10.1, 100], [10.2, 200])).toEqual([null, null, null])
  expect(speeds([10, 0], [10.25, 250])).toEqual([null, 1000])
})

test('is bytes per second, of what has left since the last measure', () => {
  expect(speeds([0, 500], [2, 1500])).toEqual([null, 500])
})

test('a new measure counts for three tenths', () => {
  expect(speeds([0, 0], [1, 1000], [2, 3000])).toEqual([null, 1000, 1300])
})

test('between two measures the speed stays', () => {
  expect(speeds([0, 0], [1, 1000], [1.1, 9000], [2, 2000])).toEqual([null, 1000, 1000, 1000])
})

test('a file that begins anew is measured from there, and keeps its speed meanwhile', () => {
  expect(speeds([0, 0], [1, 1000], [2, 400], [3, 1400])).toEqual([null, 1000, 1000, 1000])
})

test('a file that does not move is no new beginning', () => {
  expect(speeds([0, 1000], [1, 2000], [2, 2000])).toEqual([null, 1000, 700])
})
