import { cropOf, FRAME_PX, initialView, MAX_ZOOM, moveTo, zoomTo } from './crop-view.ts'

const picture = { width: 4000, height: 2000 }

test('the middle square is in the frame at first', () => {
  expect(cropOf(initialView, picture)).toEqual({ left: 1000, top: 0, side: 2000 })
  expect(cropOf(initialView, { width: 30, height: 90 })).toEqual({ left: 0, top: 30, side: 30 })
})

test('the picture is moved only as far as it covers the frame', () => {
  expect(moveTo(initialView, 9000, 50, picture)).toEqual({ zoom: 1, x: FRAME_PX / 2, y: 0 })
  expect(cropOf(moveTo(initialView, 9000, 0, picture), picture).left).toBe(0)
  expect(cropOf(moveTo(initialView, -9000, 0, picture), picture).left).toBe(2000)
})

test('zooming keeps the point under the pointer in its place', () => {
  const at = { x: 64, y: 32 }
  const { left, top, side } = cropOf(zoomTo(initialView, 2, picture, at), picture)
  const pointIn = (crop: { left: number; top: number; side: number }) => ({
    x: crop.left + crop.side * (0.5 + at.x / FRAME_PX),
    y: crop.top + crop.side * (0.5 + at.y / FRAME_PX),
  })
  expect(side).toBe(1000)
  expect(pointIn({ left, top, side })).toEqual(pointIn(cropOf(initialView, picture)))
})

test('the zoom has bounds, and zooming out leaves no gap at the edge', () => {
  expect(zoomTo(initialView, 1000, picture).zoom).toBe(MAX_ZOOM)
  const corner = moveTo(zoomTo(initialView, 5, picture), 9000, 9000, picture)
  expect(cropOf(corner, picture)).toEqual({ left: 0, top: 0, side: 400 })
  expect(cropOf(zoomTo(corner, 0, picture), picture)).toMatchObject({ top: 0, side: 2000 })
})
