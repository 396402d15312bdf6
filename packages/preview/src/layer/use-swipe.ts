import { type TouchEvent as ReactTouchEvent, useEffect, useRef } from 'react'

const MIN_DISTANCE_PX = 60
const MAX_DURATION_MS = 600

/** A touch handler that calls `step` for a quick horizontal swipe of one finger, as pages of a book are turned. */
export function useSwipe(step: (delta: 1 | -1) => void) {
  const latest = useRef(step)
  useEffect(() => {
    latest.current = step
  })
  const gesture = useRef<AbortController | null>(null)
  return {
    onTouchStart({ touches, target, timeStamp, currentTarget }: ReactTouchEvent) {
      gesture.current?.abort()
      const touch = touches[0]
      if (!touch || touches.length !== 1) return
      if (!(target instanceof HTMLElement || target instanceof SVGElement)) return
      if (target.closest('[data-own-swipe], input, audio')) return
      const touched: GlobalEventHandlers = target
      const ended = new AbortController()
      gesture.current = ended
      // A file that finishes loading replaces what the finger touches: the end of a touch is reported to the touched
      // element only, and nothing above it learns of it once the element has left the page.
      touched.addEventListener(
        'touchend',
        (end) => {
          ended.abort()
          const last = end.changedTouches[0]
          if (!last || end.timeStamp - timeStamp > MAX_DURATION_MS) return
          const [dx, dy] = [last.clientX - touch.clientX, last.clientY - touch.clientY]
          if (Math.abs(dx) < MIN_DISTANCE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return
          const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
          latest.current(dx < 0 !== isRightToLeft ? 1 : -1)
        },
        { signal: ended.signal },
      )
      touched.addEventListener(
        'touchcancel',
        () => {
          ended.abort()
        },
        { signal: ended.signal },
      )
    },
  }
}
