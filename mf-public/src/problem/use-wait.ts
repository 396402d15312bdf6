import { isApiError } from '@holdall/api-client'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'

/** Seconds to wait when the server names no time. */
const USUAL_WAIT = 30

export interface Wait {
  readonly over: boolean
  /** Says how long, counting down. */
  readonly text: string
}

/** What a throttled answer asks for; null after any other. */
export function useWait(error: unknown): Wait | null {
  const intl = useIntl()
  const asked = isApiError(error, 'throttled') ? (error.retryAfter ?? USUAL_WAIT) : null
  const [passed, setPassed] = useState({ of: error, seconds: 0 })

  useEffect(() => {
    if (asked === null) return undefined
    const since = Date.now()
    const timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - since) / 1000)
      setPassed({ of: error, seconds })
      if (seconds >= asked) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [error, asked])

  if (asked === null) return null
  const seconds = Math.max(0, asked - (passed.of === error ? passed.seconds : 0))
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const time = intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' })
  return { over: seconds === 0, text: intl.formatMessage({ id: 'problem.throttled' }, { seconds, time }) }
}
