import { isApiError } from '@holdall/api-client'
import { useEffect, useMemo, useReducer } from 'react'
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
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const until = useMemo(
    () => (isApiError(error, 'throttled') ? Date.now() + (error.retryAfter ?? USUAL_WAIT) * 1000 : null),
    [error],
  )
  useEffect(() => {
    if (until === null) return undefined
    const timer = setInterval(() => {
      tick()
      if (Date.now() >= until) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])

  if (until === null) return null
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const time =
    seconds < 90
      ? intl.formatNumber(seconds, { style: 'unit', unit: 'second', unitDisplay: 'long' })
      : intl.formatNumber(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return { over: seconds === 0, text: intl.formatMessage({ id: 'problem.throttled' }, { seconds, time }) }
}
