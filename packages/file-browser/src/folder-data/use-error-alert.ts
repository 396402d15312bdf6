import { useHost } from '@holdall/section'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** A failure that several components show is one alert. */
const alerted = new WeakSet<Error>()

/** Opens the general error alert when loading has failed, and not again while it is tried again. */
export function useErrorAlert(error: Error | null): void {
  const { overlay } = useHost()
  const latest = useRef(error)
  useLayoutEffect(() => {
    latest.current = error
  })
  const isFailed = error !== null
  useEffect(() => {
    if (!isFailed || !latest.current || alerted.has(latest.current)) return
    alerted.add(latest.current)
    overlay.somethingWrong(latest.current)
  }, [isFailed, overlay])
}
