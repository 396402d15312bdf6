const KEY = 'holdall.reloaded'
const MIN_INTERVAL_MS = 30_000

/** Reloads the page unless it was reloaded a moment ago: a server that does not answer must not cause a loop. */
export function reloadOnce(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  reload: () => void,
  now = Date.now(),
): boolean {
  if (now - Number(storage.getItem(KEY) ?? 0) < MIN_INTERVAL_MS) return false
  storage.setItem(KEY, String(now))
  reload()
  return true
}
