const KEY = 'holdall.reloaded'
const AGAIN_AFTER = 30_000

/** Loads the page again, unless it was done a moment ago: a server that stays away must not make the page spin. */
export function reloadOnce(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  reload: () => void,
  now = Date.now(),
): boolean {
  if (now - Number(storage.getItem(KEY) ?? 0) < AGAIN_AFTER) return false
  storage.setItem(KEY, String(now))
  reload()
  return true
}
