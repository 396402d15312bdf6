import { type TouchEvent, useRef } from 'react'

const MIN_DISTANCE_PX = 60
const MAX_DURATION_MS = 600

/** Touch handlers that call `step` for a quick horizontal swipe of one finger, as pages of a book are turned. */
export function useSwipe(step: (delta: 1 | -1) => void) {
  const start = useRef<{ readonly x: number; readonly y: number; readonly at: number } | null>(null)
  return {
    onTouchStart({ touches, target, timeStamp }: TouchEvent) {
      const touch = touches[0]
      const isOwn = target instanceof Element && target.closest('[data-own-swipe], input, audio')
      start.current =
        touch && touches.length === 1 && !isOwn ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null
    },
    onTouchEnd({ changedTouches, timeStamp, currentTarget }: TouchEvent) {
      const touch = changedTouches[0]
      const from = start.current
      start.current = null
      if (!touch || !from || timeStamp - from.at > MAX_DURATION_MS) return
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(dx) < MIN_DISTANCE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return
      const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
      step(dx < 0 !== isRightToLeft ? 1 : -1)
    },
  }
}
