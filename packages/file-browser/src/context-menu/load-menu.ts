/** Menus are a chunk of their own, which the first list does not wait for. */
export const loadContextMenu = async () => (await import('@holdall/ui/menu')).ContextMenu

const IDLE_TIMEOUT_MS = 2000

/** Runs once the browser is idle, at most two seconds later. Returns a function that cancels. */
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
