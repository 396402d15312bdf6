import { canMove, fitScale, fitted, isTooSmall, MAX_SCALE, moveTo, scaleOf, zoomTo } from './zoom.ts'

const picture = { width: 2000, height: 1000 }
const stage = { width: 1000, height: 800 }
const middle = { x: 0, y: 0 }

test('fits a picture into the stage, also when it is turned, and never magnifies it for that', () => {
  expect(fitScale(picture, stage, 0)).toBe(0.5)
  expect(fitScale(picture, stage, 90)).toBe(0.4)
  expect(fitScale({ width: 10, height: 10 }, stage, 0)).toBe(1)
})

test('before sizes are known the scale is 1', () => {
  expect(fitScale({ width: 0, height: 0 }, stage, 0)).toBe(1)
  expect(fitScale(picture, { width: 0, height: 0 }, 0)).toBe(1)
})

test('zooming keeps the point under the pointer in its place', () => {
  const at = { x: 200, y: 100 }
  const view = zoomTo(fitted, 2, at, picture, stage)
  // The point was 200 pixels from the middle at a scale of 0.5, and is 800 at 2.
  expect(view).toMatchObject({ scale: 2, x: 200 - 800, y: 100 - 400 })
})

test('the scale has bounds', () => {
  expect(scaleOf(zoomTo(fitted, 1000, middle, picture, stage), picture, stage)).toBe(MAX_SCALE)
  expect(scaleOf(zoomTo(fitted, 0, middle, picture, stage), picture, stage)).toBeGreaterThan(0)
})

test('a picture is moved only as far as it covers the stage', () => {
  const view = { ...fitted, scale: 1 }
  expect(moveTo(view, 9000, 9000, picture, stage)).toMatchObject({ x: 500, y: 100 })
  expect(moveTo(fitted, 9000, 9000, picture, stage)).toMatchObject({ x: 0, y: 0 })
  expect([canMove(view, picture, stage), canMove(fitted, picture, stage)]).toEqual([true, false])
})

test('a picture that would be enlarged to fill the stage, or that a dense screen would blur, is too small', () => {
  expect(isTooSmall(picture, stage, 1)).toBe(false)
  expect(isTooSmall(picture, stage, 2)).toBe(false)
  expect(isTooSmall(picture, stage, 3)).toBe(true)
  expect(isTooSmall({ width: 500, height: 100 }, stage, 1)).toBe(true)
  expect(isTooSmall(picture, { width: 0, height: 0 }, 2)).toBe(false)
})
