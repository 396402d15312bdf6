const last = new Map<string, Promise<unknown>>()

/** Runs work at once, or not at all when there is work of the same key already. */
export async function ifFree(key: string, work: () => Promise<void>): Promise<void> {
  if (!last.has(key)) await inTurn(key, work)
}

/** Runs work of the same key one after the other within this process. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  last.set(key, mine)
  try {
    return await mine
  } finally {
    if (last.get(key) === mine) last.delete(key)
  }
}
