import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

interface Point {
  readonly x: number
  readonly y: number
}
interface Gestures {
  /** Multiplies the scale around a point, which is measured from the middle of the stage. */
  readonly onZoom: (factor: number, at: Point) => void
  readonly onMove: (dx: number, dy: number) => void
}

/** A wheel's notch is 100 pixels. */
const WHEEL_SPEED = 0.002
/** Browsers report a pinch on a touchpad as a wheel with Ctrl and small steps. */
const PINCH_SPEED = 0.01

/** Zooms by wheel and by two fingers, and moves by drag. Returns the handlers of the stage. */
export function useGestures(stage: RefObject<HTMLElement | null>, gestures: Gestures) {
  const latest = useRef(gestures)
  useEffect(() => {
    latest.current = gestures
  })
  const pointers = useRef(new Map<number, Point>())

  useEffect(() => {
    const element = stage.current
    if (!element) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY
      const factor = Math.exp(-pixels * (event.ctrlKey ? PINCH_SPEED : WHEEL_SPEED))
      latest.current.onZoom(factor, fromMiddle(element, event.clientX, event.clientY))
    }
    // React's own listener is passive, so it cannot keep the page from zooming.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
    }
  }, [stage])

  const end = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = { x: event.clientX, y: event.clientY }
      pointers.current.set(event.pointerId, now)
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      if (other) {
        const factor = distance(now, other) / Math.max(1, distance(before, other))
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
        latest.current.onZoom(factor, fromMiddle(event.currentTarget, middle.x, middle.y))
      } else latest.current.onMove(now.x - before.x, now.y - before.y)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** A point of the window, measured from the middle of the element. */
export function fromMiddle(element: Element, x: number, y: number): Point {
  const box = element.getBoundingClientRect()
  return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
}
