import { isApiError } from '@holdall/api-client'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'

/** Used when the server sends no retry-after. */
const DEFAULT_WAIT_SECONDS = 30

export interface Wait {
  readonly isOver: boolean
  /** The remaining time, counting down. */
  readonly text: string
}

/** The wait of a throttled call; null after any other. */
export function useRetryAfter(error: unknown): Wait | null {
  const intl = useIntl()
  const waitSeconds = isApiError(error, 'throttled') ? (error.retryAfter ?? DEFAULT_WAIT_SECONDS) : null
  const [passed, setPassed] = useState({ of: error, seconds: 0 })

  useEffect(() => {
    if (waitSeconds === null) return undefined
    const startedAtMs = Date.now()
    const timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - startedAtMs) / 1000)
      setPassed({ of: error, seconds })
      if (seconds >= waitSeconds) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [error, waitSeconds])

  if (waitSeconds === null) return null
  const seconds = Math.max(0, waitSeconds - (passed.of === error ? passed.seconds : 0))
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const time = intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' })
  return { isOver: seconds === 0, text: intl.formatMessage({ id: 'problem.throttled' }, { seconds, time }) }
}
