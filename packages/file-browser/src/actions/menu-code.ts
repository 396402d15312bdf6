/** Menus come in a file of their own, which no first list waits for. */
export const loadContextMenu = async () => (await import('@holdall/ui/menu')).ContextMenu

const IDLE_TIMEOUT_MS = 2000

/** Runs once the browser has nothing else to do, at the latest after two seconds. Returns how to cancel. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = window.setTimeout(run, IDLE_TIMEOUT_MS)
    return () => {
      window.clearTimeout(timer)
    }
  }
  const handle = window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  return () => {
    window.cancelIdleCallback(handle)
  }
}
