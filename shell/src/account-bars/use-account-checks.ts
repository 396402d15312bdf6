import { useEffect } from 'react'
import { useShell } from '../host/host-provider.tsx'

/** How often a visible page fetches the account that a bar is about. */
const CHECK_INTERVAL_MS = 60_000

/** Fetches the account again, so that its bars disappear without a reload once they are not about it any more. */
export function useAccountChecks(): void {
  const { session: account } = useShell()
  useEffect(() => {
    const check = () => {
      // Without an answer the next check finds out.
      if (document.visibilityState === 'visible') account.refresh().catch(() => undefined)
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', check)
    window.addEventListener('focus', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('focus', check)
    }
  }, [account])
}
