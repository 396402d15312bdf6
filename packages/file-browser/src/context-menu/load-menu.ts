/** Menus are in a chunk of their own, so that the first list does not wait for them. */
export const loadContextMenu = async () => (await import('@holdall/ui/menu')).ContextMenu

/** A user needs a moment to read the list before a menu is opened. */
const UNUSED_MS = 5000
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Calls `run` with the first sign that the page is used, after five seconds at the latest: until then the list is still
 * being painted on a slow device. Returns a function that cancels.
 */
export function whenUsed(run: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const start = () => {
    controller.abort()
    run()
  }
  const timer = setTimeout(start, UNUSED_MS)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
  })
  for (const sign of signs) window.addEventListener(sign, start, { signal, passive: true })
  return () => {
    controller.abort()
  }
}
