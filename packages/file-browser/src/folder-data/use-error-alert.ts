import { useHost } from '@holdall/section'
import { useEffect } from 'react'

/** A failure that several components show is one alert. */
const alerted = new WeakSet<Error>()

/** Opens the general error alert for a failed load, once for each failure. */
export function useErrorAlert(error: Error | null): void {
  const { overlay } = useHost()
  useEffect(() => {
    if (!error || alerted.has(error)) return
    alerted.add(error)
    overlay.somethingWrong(error)
  }, [error, overlay])
}
