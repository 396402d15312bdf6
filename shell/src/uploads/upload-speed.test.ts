import { createSpeedMeter } from './upload-speed.ts'

/** The speeds that are measured when so many bytes have been sent after so many seconds. */
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

test('is the bytes per second since the last measurement', () => {
  expect(speeds([0, 500], [2, 1500])).toEqual([null, 500])
})

test('a new measurement has a weight of 0.3', () => {
  expect(speeds([0, 0], [1, 1000], [2, 3000])).toEqual([null, 1000, 1300])
})

test('between two measurements the speed stays', () => {
  expect(speeds([0, 0], [1, 1000], [1.1, 9000], [2, 2000])).toEqual([null, 1000, 1000, 1000])
})

test('a file that restarts is measured from there, and keeps its speed meanwhile', () => {
  expect(speeds([0, 0], [1, 1000], [2, 400], [3, 1400])).toEqual([null, 1000, 1000, 1000])
})

test('a file without progress has not restarted', () => {
  expect(speeds([0, 1000], [1, 2000], [2, 2000])).toEqual([null, 1000, 700])
})
