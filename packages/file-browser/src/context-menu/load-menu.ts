/** Menus are in a chunk of their own, so that the first list does not wait for them. */
export const loadContextMenu = async () => (await import('@holdall/ui/menu')).ContextMenu

const IDLE_TIMEOUT_MS = 2000

/** Calls `run` when the browser is idle, after two seconds at the latest. Returns a function that cancels. */
export function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
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
