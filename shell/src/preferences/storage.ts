/** The part of `Storage` that the shell uses. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's own storage; where that is blocked or full, values are kept in memory. */
export function browserStorage(open: () => StorageLike = () => window.localStorage): StorageLike {
  const memory = new Map<string, string>()
  return {
    getItem(key) {
      if (memory.has(key)) return memory.get(key) ?? null
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        open().setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    removeItem(key) {
      memory.delete(key)
      try {
        open().removeItem(key)
      } catch {
        // Nothing was stored.
      }
    },
  }
}
