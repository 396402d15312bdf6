/** Measures the upload speed, smoothed over a few seconds, so that the time left does not jump. */
export function createSpeedMeter(now: () => number) {
  let last: { at: number; bytes: number } | null = null
  let perSecond: number | null = null
  return {
    /** `bytes` so far; returns bytes per second, or null until there is a measurement. */
    measure(bytes: number): number | null {
      const at = now()
      if (last === null || bytes < last.bytes) {
        last = { at, bytes }
        return perSecond
      }
      const seconds = (at - last.at) / 1000
      if (seconds < 0.25) return perSecond
      const measured = (bytes - last.bytes) / seconds
      perSecond = perSecond === null ? measured : perSecond * 0.7 + measured * 0.3
      last = { at, bytes }
      return perSecond
    },
  }
}
